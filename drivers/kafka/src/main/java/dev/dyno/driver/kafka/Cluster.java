package dev.dyno.driver.kafka;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of a cluster: the administrative client, and a check whether any broker is alive.
 *
 * <p>Assumptions and guarantees: usable from any thread.
 */
final class Cluster implements AutoCloseable {

    private static final long CONNECT_NS = TimeUnit.SECONDS.toNanos(10);

    /** Longest wait in ms for each answer of a broker, after which its port is tried instead. */
    private static final int ANSWER_MS = 500;

    private static final int REQUEST_MS = 5_000;
    private static final int SOCKET_MS = 1_000;

    /** Result of a check. */
    enum Sign {
        /** A broker has answered. */
        ALIVE,
        /** A port is open without an answer, since its broker may be busy or paused; or the request has failed. */
        SILENT,
        /** Every broker's port is closed. */
        GONE
    }

    private final KafkaSettings settings;
    private final TimeSource time;
    private final Admin admin;
    private volatile Set<String> addresses;
    private volatile int brokers;
    private volatile Optional<String> id = Optional.empty();
    private volatile @Nullable Throwable trouble;

    Cluster(KafkaSettings settings, TimeSource time) throws DriverException {
        this.settings = settings;
        this.time = time;
        this.addresses = new LinkedHashSet<>(settings.addresses.servers());
        try {
            admin = Admin.create(settings.admin());
            Failures.leaveThoseOfThreads();
        } catch (Exception e) {
            throw Failures.of("cannot connect to " + settings.addresses.url(), e);
        }
    }

    Admin admin() {
        return admin;
    }

    /** Number of brokers in the cluster's last answer. */
    int brokers() {
        return brokers;
    }

    /** Id of the cluster whose broker answered last. */
    Optional<String> id() {
        return id;
    }

    /** Message of the failure of the last check, in one line; {@code no answer} without one. */
    String words() {
        Throwable t = trouble;
        return t == null ? "no answer" : Failures.words(t);
    }

    /** Waits until a broker has answered, for {@link #CONNECT_NS}; fails at once if no port is open or the request is refused. */
    void connect() throws DriverException {
        long giveUpNs = time.nanoTime() + CONNECT_NS;
        while (true) {
            Sign sign = ask();
            if (sign == Sign.ALIVE) {
                return;
            }
            Throwable cause = trouble;
            String what = "cannot connect to " + settings.addresses.url();
            if (sign == Sign.GONE) {
                throw new DriverException(what + ": " + words() + "; " + Causes.NOT_LISTENING);
            }
            if (cause instanceof KafkaException) {
                throw Failures.of(what, cause);
            }
            if (time.nanoTime() - giveUpNs > 0) {
                throw new DriverException(what + ": no answer within " + TimeUnit.NANOSECONDS.toSeconds(CONNECT_NS)
                        + " s; does the broker speak "
                        + settings.admin().get("security.protocol") + " at that port?");
            }
        }
    }

    /** Checks once. Takes half a second without an answer, and longer if hosts cannot be reached. */
    Sign ask() {
        trouble = null;
        try {
            DescribeClusterResult answer = admin.describeCluster(new DescribeClusterOptions().timeoutMs(REQUEST_MS));
            Collection<Node> nodes = answer.nodes().get(ANSWER_MS, TimeUnit.MILLISECONDS);
            id = Optional.ofNullable(answer.clusterId().get(ANSWER_MS, TimeUnit.MILLISECONDS));
            Set<String> known = new LinkedHashSet<>(settings.addresses.servers());
            nodes.forEach(node -> known.add(node.host() + ":" + node.port()));
            addresses = known;
            brokers = nodes.size();
            return Sign.ALIVE;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            trouble = cause instanceof org.apache.kafka.common.errors.TimeoutException ? null : cause;
        } catch (TimeoutException e) {
            // Whether a port is open, which is checked below, says more.
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        return trouble != null || listens() ? Sign.SILENT : Sign.GONE;
    }

    private boolean listens() {
        for (String address : addresses) {
            int colon = address.lastIndexOf(':');
            String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1))), SOCKET_MS);
                return true;
            } catch (IOException | IllegalArgumentException e) {
                trouble = e;
            }
        }
        return false;
    }

    List<String> addresses() {
        return List.copyOf(addresses);
    }

    @Override
    public void close() {
        admin.close(java.time.Duration.ZERO);
    }
}
