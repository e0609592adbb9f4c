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
 * Thread that notices when no broker is left, another cluster answers, or a topic was removed. The client library reports none of
 * these, and retries for ever. One request every half second checks the cluster; a silent broker with an open port counts as
 * busy.
 *
 * <p>Assumptions and guarantees: runs on its own thread until it is closed; asks the cluster only while there are connections.
 */
final class ClusterWatch implements AutoCloseable {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Number of checks of the cluster for each check of the topics. */
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
                    checkTopics();
                }
            } catch (KafkaException e) {
                // The client has been closed in the meantime.
                return;
            }
            Optional<String> now = cluster.id();
            if (!now.equals(known)) {
                failAll(new DriverException(
                        "connection failed: another cluster answers, " + now.orElse("without an id")));
                known = now;
            }
            if (nobody && !gone) {
                goneSinceNs = beganNs;
            }
            gone = nobody;
            if (gone && time.nanoTime() - goneSinceNs >= brokenAfter.toNanos()) {
                failAll(new DriverException("connection failed: " + cluster.words() + ", for " + brokenAfter.toMillis()
                        + " ms at " + String.join(", ", cluster.addresses())));
                gone = false;
            }
            long untilNs = beganNs + LOOK_NS;
            while (!closed && time.nanoTime() - untilNs < 0) {
                time.parkUntil(untilNs);
            }
        }
    }

    /**
     * Checks the topics, because the library does not report that a topic was removed, and creates it again if the broker allows
     * that.
     */
    private void checkTopics() {
        try {
            topics.removed().forEach(topic -> connections.forEach(connection -> connection.topicIsRemoved(topic)));
        } catch (ExecutionException e) {
            // The failure does not matter: the check of the cluster notices that no broker is left.
        }
    }

    private void failAll(DriverException cause) {
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
