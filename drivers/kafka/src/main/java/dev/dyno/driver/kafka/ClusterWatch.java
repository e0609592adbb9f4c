package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;

/**
 * Finds out that there is no broker any more, that another cluster answers, or that a topic was removed. The client library does not
 * tell: it tries again for ever. One request in half a second asks the cluster for a sign of life; a broker that is silent but whose
 * port is open is taken for busy.
 *
 * <p>Assumptions and guarantees: a thread of its own, while there are connections to watch.
 */
final class ClusterWatch implements AutoCloseable {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** How many looks until the next one at the topics. */
    private static final int LOOKS = 2;

    private final Cluster cluster;
    private final Topics topics;
    private final TimeSource time;
    private final Duration brokenAfter;
    private final Set<KafkaConnection> connections = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private volatile boolean closed;

    ClusterWatch(Cluster cluster, Topics topics, TimeSource time, Duration brokenAfter) {
        this.cluster = cluster;
        this.topics = topics;
        this.time = time;
        this.brokenAfter = brokenAfter;
        thread = new Thread(this::run, "dyno-kafka-watch");
        thread.setDaemon(true);
        thread.start();
    }

    void add(KafkaConnection connection) {
        connections.add(connection);
    }

    void remove(KafkaConnection connection) {
        connections.remove(connection);
    }

    private void run() {
        boolean gone = false;
        long goneSinceNs = 0;
        int looks = 0;
        Optional<String> known = cluster.id();
        while (!closed) {
            long beganNs = time.nanoTime();
            boolean nobody;
            try {
                Cluster.Sign sign = connections.isEmpty() ? Cluster.Sign.SILENT : cluster.ask();
                nobody = sign == Cluster.Sign.GONE;
                if (sign == Cluster.Sign.ALIVE && ++looks % LOOKS == 0) {
                    lookAtTopics();
                }
            } catch (KafkaException e) {
                // The client has been closed under our hands.
                return;
            }
            Optional<String> now = cluster.id();
            if (!now.equals(known)) {
                tellAll(new DriverException(
                        "connection failed: another cluster answers, " + now.orElse("without an id")));
                known = now;
            }
            if (nobody && !gone) {
                goneSinceNs = beganNs;
            }
            gone = nobody;
            if (gone && time.nanoTime() - goneSinceNs >= brokenAfter.toNanos()) {
                tellAll(new DriverException("connection failed: " + cluster.words() + ", for " + brokenAfter.toMillis()
                        + " ms at " + String.join(", ", cluster.addresses())));
                gone = false;
            }
            long untilNs = beganNs + LOOK_NS;
            while (!closed && time.nanoTime() - untilNs < 0) {
                time.parkUntil(untilNs);
            }
        }
    }

    /** The library says nothing of a topic that was removed, and creates it again where the broker lets it. */
    private void lookAtTopics() {
        try {
            topics.removed().forEach(topic -> connections.forEach(connection -> connection.topicIsRemoved(topic)));
        } catch (ExecutionException e) {
            // Whether there is a broker at all is looked at elsewhere.
        }
    }

    private void tellAll(DriverException cause) {
        List<KafkaConnection> broken = List.copyOf(connections);
        broken.forEach(connections::remove);
        broken.forEach(connection -> connection.brokerIsGone(cause));
    }

    @Override
    public void close() {
        closed = true;
        time.unpark(thread);
    }
}
