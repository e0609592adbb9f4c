package dev.dyno.cluster.group;

import dev.dyno.driver.TimeSource;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a member in the shape of a star: the coordinator has one to each worker, and a worker has one to the coordinator.
 *
 * <p>Assumptions and guarantees: usable from any thread. Silence is counted in heartbeats of this process, so that a member is not
 * lost because this process was stopped.
 */
final class Links {

    private static final long HEARTBEAT_MS = 500;

    /** Heartbeats after which a member that has said nothing is lost: after 2.5 to 3 s. */
    private static final int SILENT_BEATS = 5;

    /** Time in ns without a heartbeat of this process after which others have seen it as silent. */
    private static final long STOPPED_NS = 2_000_000_000;

    private final TimeSource clock;
    private final HostPort address;
    private final Closeable port;
    private final Map<Member, Link> links = new ConcurrentHashMap<>();
    private final ScheduledExecutorService heart;
    private volatile @Nullable GroupCore group;
    private volatile long lastBeatNs;
    private volatile long resumedNs;

    /** @param port closed with the group */
    private Links(Member self, TimeSource clock, HostPort address, Closeable port) {
        this.clock = clock;
        this.address = address;
        this.port = port;
        heart = Executors.newSingleThreadScheduledExecutor(ListenerThreads.daemons("dyno-link-heart-" + self.name()));
        lastBeatNs = clock.nanoTime();
        resumedNs = lastBeatNs - STOPPED_NS;
    }

    /**
     * Opens a group as its coordinator.
     *
     * @param reachable address of this machine, for others
     * @throws IOException if the address cannot be listened on
     */
    static Group coordinator(
            Member self,
            Credentials credentials,
            InetSocketAddress at,
            String reachable,
            TimeSource clock,
            GroupListener listener)
            throws IOException {
        final AdmissionServer server = new AdmissionServer(at, self, credentials);
        final Links links = new Links(self, clock, new HostPort(reachable, server.port()), server);
        final GroupCore group = links.start(self, listener);
        server.open(links::serve, group::refused);
        return group;
    }

    static Group worker(Member self, AdmissionClient.Admitted admitted, TimeSource clock, GroupListener listener)
            throws IOException {
        final Connection connection = admitted.connection();
        final Links links = new Links(self, clock, connection.peer(), connection);
        final GroupCore group = links.start(self, listener);
        final Link link = links.open(admitted.coordinator(), connection);
        ListenerThreads.daemons("dyno-link-" + self.name())
                .newThread(() -> links.read(admitted.coordinator(), link))
                .start();
        return group;
    }

    private GroupCore start(Member self, GroupListener listener) {
        final GroupCore core = new GroupCore(self, clock, listener, this);
        group = core;
        final Future<?> unused =
                heart.scheduleWithFixedDelay(this::beat, HEARTBEAT_MS, HEARTBEAT_MS, TimeUnit.MILLISECONDS);
        return core;
    }

    private GroupCore group() {
        final GroupCore core = group;
        if (core == null) {
            throw new IllegalStateException("not started");
        }
        return core;
    }

    /** Serves an admitted worker until its connection has ended. */
    private void serve(Member worker, Connection connection) {
        try {
            read(worker, open(worker, connection));
        } catch (IOException e) {
            return; // The connection has ended already.
        }
    }

    private Link open(Member other, Connection connection) throws IOException {
        final Link link = new Link(connection, other.name());
        links.put(other, link);
        group().joined(other);
        return link;
    }

    private void read(Member other, Link link) {
        try {
            link.read(message -> group().received(other, message));
        } finally {
            lose(other, wasStopped() ? Departure.SILENT : Departure.CRASHED);
        }
    }

    private void lose(Member other, Departure how) {
        final Link link = links.remove(other);
        if (link != null) {
            link.close();
            group().left(other, how);
        }
    }

    /** Whether this process was stopped until now, so that the others have seen it as silent. */
    private boolean wasStopped() {
        final long nowNs = clock.nanoTime();
        return nowNs - lastBeatNs > STOPPED_NS || nowNs - resumedNs < STOPPED_NS;
    }

    private void beat() {
        final long nowNs = clock.nanoTime();
        if (nowNs - lastBeatNs > STOPPED_NS) {
            resumedNs = nowNs;
        }
        lastBeatNs = nowNs;
        links.forEach((member, link) -> {
            if (link.beat() > SILENT_BEATS) {
                lose(member, Departure.SILENT);
            }
        });
    }

    /** Address at which the coordinator listens. */
    HostPort address() {
        return address;
    }

    /** Sends a message; it is lost if the other member has left. In order, except urgent messages. Does not block. */
    void send(Member to, WireMessage message) {
        final Link link = links.get(to);
        if (link != null) {
            link.send(message);
        }
    }

    /** Closes the connections to all members. */
    void disconnect() {
        heart.shutdownNow();
        links.values().forEach(Link::close);
    }

    /** Closes all threads and ports. */
    void close() {
        disconnect();
        try {
            port.close();
        } catch (IOException e) {
            return; // Already closed.
        }
    }
}
