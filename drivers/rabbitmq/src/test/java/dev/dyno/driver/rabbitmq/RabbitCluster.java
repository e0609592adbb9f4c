package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.AMQP.Queue;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.dyno.broker.process.real.ClusterNode;
import dev.dyno.engine.run.Loads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three nodes of RabbitMQ that form a cluster, with an epmd of their own, and a plain client that looks at them. */
final class RabbitCluster implements AutoCloseable {

    static final int SIZE = 3;

    /** One of the nodes for clients, then one of each for the others, then epmd's. */
    private final List<Integer> ports = ClusterNode.freePorts(2 * SIZE + 1);

    private final Path folder;
    private final List<ClusterNode> nodes = new ArrayList<>();
    private final ClusterNode epmd;

    RabbitCluster(Path folder) throws IOException {
        this.folder = folder;
        String epmdPort = String.valueOf(ports.get(2 * SIZE));
        epmd = new ClusterNode(folder, Map.of(), List.of("epmd", "-address", "127.0.0.1", "-port", epmdPort));
        epmd.start();
        // Each of them would make another one.
        Files.writeString(folder.resolve(".erlang.cookie"), "the-one-of-all");
        Files.setPosixFilePermissions(folder.resolve(".erlang.cookie"), PosixFilePermissions.fromString("r--------"));
        String peers = IntStream.range(0, SIZE)
                .mapToObj(i -> "cluster_formation.classic_config.nodes." + (i + 1) + " = " + name(i) + "\n")
                .collect(Collectors.joining());
        for (int i = 0; i < SIZE; i++) {
            Path own = Files.createDirectories(folder.resolve("r" + i));
            Files.writeString(
                    own.resolve("rabbitmq.conf"),
                    "listeners.tcp.1 = 127.0.0.1:" + ports.get(i)
                            + "\ncluster_formation.peer_discovery_backend = classic_config\n"
                            + "cluster_formation.discovery_retry_limit = 30\n"
                            + "cluster_formation.discovery_retry_interval = 1000\n" + peers
                            + "cluster_partition_handling = pause_minority\ncluster_name = three\nnet_ticktime = 8\n"
                            + "log.console = true\nlog.console.level = info\nlog.file = false\n");
            Files.writeString(own.resolve("empty.conf"), "");
            Files.writeString(own.resolve("advanced.config"), "[].\n");
            Map<String, String> environment = Map.ofEntries(
                    Map.entry("HOME", folder.toString()),
                    Map.entry("ERL_EPMD_PORT", epmdPort),
                    Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                    Map.entry("RABBITMQ_NODENAME", name(i)),
                    Map.entry("RABBITMQ_DIST_PORT", String.valueOf(ports.get(SIZE + i))),
                    Map.entry("RABBITMQ_CONFIG_FILE", own + "/rabbitmq.conf"),
                    Map.entry("RABBITMQ_ADVANCED_CONFIG_FILE", own + "/advanced.config"),
                    Map.entry("RABBITMQ_CONF_ENV_FILE", own + "/empty.conf"),
                    Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", own + "/plugins"),
                    Map.entry("RABBITMQ_MNESIA_BASE", own + "/store"),
                    Map.entry("RABBITMQ_LOG_BASE", own + "/log"),
                    Map.entry("RABBITMQ_PID_FILE", own + "/pid"),
                    Map.entry("RABBITMQ_SERVER_START_ARGS", "+B i -kernel inet_dist_use_interface {127,0,0,1}"));
            nodes.add(new ClusterNode(
                    own,
                    environment,
                    List.of(OnRabbit.program("rabbitmq-server").toString(), "-noinput")));
        }
        try {
            // The first node of RabbitMQ 4.3 waits until all others run.
            nodes.forEach(ClusterNode::start);
            for (ClusterNode node : nodes) {
                ClusterNode.await("a node of RabbitMQ", 120, () -> node.output().contains("Server startup complete"));
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private static String name(int node) {
        return "r" + node + "@localhost";
    }

    String url(int node) {
        return "amqp091://" + address(node);
    }

    private String address(int node) {
        return "127.0.0.1:" + ports.get(node);
    }

    /** The addresses of all nodes but this one. */
    String others(int node) {
        return IntStream.range(1, SIZE)
                .mapToObj(i -> address((node + i) % SIZE))
                .collect(Collectors.joining(","));
    }

    ClusterNode node(int number) {
        return nodes.get(number);
    }

    /** A plain client of one node. */
    Connection client(int node) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(ports.get(node));
        return factory.newConnection();
    }

    /** The node that leads a quorum queue, by the tool of the broker. */
    int leader(int asked, String queue) throws Exception {
        Path answer = folder.resolve("answer");
        ProcessBuilder tool = new ProcessBuilder(
                        OnRabbit.program("rabbitmqctl").toString(),
                        "-q",
                        "-n",
                        name(asked),
                        "list_queues",
                        "name",
                        "leader")
                .redirectErrorStream(true)
                .redirectOutput(answer.toFile());
        tool.environment().put("HOME", folder.toString());
        tool.environment().put("ERL_EPMD_PORT", String.valueOf(ports.get(2 * SIZE)));
        tool.start().onExit().join();
        return Files.readAllLines(answer).stream()
                .filter(line -> line.startsWith(queue + "\t"))
                .map(line -> line.replaceFirst(".*\tr(\\d)@.*", "$1"))
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElseThrow(() -> new AssertionError(queue + " is not among them"));
    }

    /** Takes all messages out of a queue: the sequences of those of a load, each once. */
    static Set<Long> read(Connection client, String queue) throws Exception {
        Set<Long> sequences = new HashSet<>();
        try (Channel channel = client.createChannel()) {
            Queue.DeclareOk declared = channel.queueDeclarePassive(queue);
            for (int i = 0; i < declared.getMessageCount(); i++) {
                GetResponse got = channel.basicGet(queue, true);
                Loads.addSequence(got.getBody(), sequences);
            }
        }
        return sequences;
    }

    @Override
    public void close() {
        nodes.forEach(ClusterNode::close);
        epmd.close();
    }
}
