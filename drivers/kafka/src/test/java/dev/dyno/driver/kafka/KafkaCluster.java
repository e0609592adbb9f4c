package dev.dyno.driver.kafka;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.ClusterNode;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.engine.run.Loads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Nodes of Kafka, each broker and controller, that are one cluster, and plain clients that look at them. */
final class KafkaCluster implements AutoCloseable {

    private static final List<String> DIRECTORIES =
            List.of("AAAAAAAAAAAAAAAAAAAAZg", "BBBBBBBBBBBBBBBBBBBBZg", "CCCCCCCCCCCCCCCCCCCCZg");

    private final List<Integer> ports;
    private final int size;
    private final List<ClusterNode> nodes = new ArrayList<>();

    /**
     * @param id of the cluster
     * @param ports for each node one for clients, then for each one for the others, then for each one for controllers
     */
    KafkaCluster(Path folder, String id, List<Integer> ports, List<String> java) throws IOException {
        this.ports = ports;
        this.size = ports.size() / 3;
        String initial = joined(i -> i + "@127.0.0.1:" + ports.get(2 * size + i) + ":" + DIRECTORIES.get(i));
        String controllers = joined(i -> "127.0.0.1:" + ports.get(2 * size + i));
        int enough = Math.max(1, size - 1);
        for (int i = 0; i < size; i++) {
            Path own = Files.createDirectories(folder.resolve("k" + i));
            String listeners = "CLIENT://127.0.0.1:%d,INTERNAL://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                    .formatted(ports.get(i), ports.get(size + i), ports.get(2 * size + i));
            Files.writeString(own.resolve("server.properties"), """
                    process.roles=broker,controller
                    node.id=%d
                    controller.quorum.bootstrap.servers=%s
                    controller.listener.names=CONTROLLER
                    listeners=%s
                    advertised.listeners=%s
                    listener.security.protocol.map=CLIENT:PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT
                    inter.broker.listener.name=INTERNAL
                    log.dirs=%s
                    default.replication.factor=%d
                    min.insync.replicas=%d
                    offsets.topic.replication.factor=%d
                    offsets.topic.num.partitions=1
                    transaction.state.log.replication.factor=%d
                    transaction.state.log.min.isr=%d
                    share.coordinator.state.topic.replication.factor=%d
                    share.coordinator.state.topic.min.isr=%d
                    group.initial.rebalance.delay.ms=0
                    """.formatted(
                            i,
                            controllers,
                            listeners,
                            listeners,
                            own.resolve("data"),
                            size,
                            enough,
                            size,
                            size,
                            enough,
                            size,
                            enough));
            run(own, java, "kafka.tools.StorageTool", "format", "--cluster-id", id, "--initial-controllers", initial);
            nodes.add(new ClusterNode(own, Map.of(), with(java, "kafka.Kafka", "server.properties")));
        }
        nodes.forEach(ClusterNode::start);
        ClusterNode.await("a cluster of " + size, 90, () -> {
            try (Admin admin = admin()) {
                return admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).size() == size;
            }
        });
    }

    private String joined(IntFunction<String> each) {
        return IntStream.range(0, size).mapToObj(each).collect(Collectors.joining(","));
    }

    /** The command line of a JVM that has Kafka: that of a broker which Dyno has started. */
    static List<String> java() throws IOException {
        try (RealBroker broker = RealBroker.start(OnKafka.small(BrokerSpec.of("kafka")))) {
            // The JDK names no arguments where they fill more than a page.
            Path running = Path.of("/proc", Long.toString(broker.broker().pid()), "cmdline");
            List<String> command = List.of(Files.readString(running).split("\0", -1));
            return List.of(
                    command.get(0),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    command.get(command.indexOf("-cp") + 1));
        }
    }

    private static List<String> with(List<String> java, String... more) {
        List<String> command = new ArrayList<>(java);
        Collections.addAll(command, more);
        return command;
    }

    private static void run(Path folder, List<String> java, String... more) throws IOException {
        List<String> command = with(java, more);
        Collections.addAll(command, "--config", "server.properties");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("format.log").toFile())
                .start();
        if (process.onExit().join().exitValue() != 0) {
            throw new AssertionError(Files.readString(folder.resolve("format.log")));
        }
    }

    String urls() {
        return joined(i -> "127.0.0.1:" + ports.get(i));
    }

    Admin admin() {
        return Admin.create(
                Map.of("bootstrap.servers", urls(), "default.api.timeout.ms", 2_000, "request.timeout.ms", 1_000));
    }

    ClusterNode node(int number) {
        return nodes.get(number);
    }

    /** The node that leads the only partition of a topic; -1 if none does. */
    static int leader(Admin admin, String topic) throws Exception {
        Node leader = admin.describeTopics(List.of(topic)).allTopicNames().get(2, TimeUnit.SECONDS).values().stream()
                .findFirst()
                .orElseThrow()
                .partitions()
                .get(0)
                .leader();
        return leader == null ? -1 : leader.id();
    }

    /** The sequences of the messages of a load in a topic, each once, as a plain consumer reads them. */
    Set<Long> read(String topic) {
        Set<Long> sequences = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", urls()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).values().stream()
                    .findFirst()
                    .orElseThrow();
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    Loads.addSequence(record.value(), sequences);
                }
            }
        }
        return sequences;
    }

    @Override
    public void close() {
        nodes.forEach(ClusterNode::close);
    }
}
