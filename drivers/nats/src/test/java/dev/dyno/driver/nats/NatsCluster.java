package dev.dyno.driver.nats;

import dev.dyno.broker.process.real.ClusterNode;
import dev.dyno.engine.run.Loads;
import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three servers of NATS with JetStream that know each other, and a plain client that looks at them. */
final class NatsCluster implements AutoCloseable {

    static final int SIZE = 3;
    private static final Duration ANSWER = Duration.ofMillis(300);

    private final List<Integer> ports = ClusterNode.freePorts(2 * SIZE);
    private final List<ClusterNode> nodes = new ArrayList<>();

    NatsCluster(Path folder) throws IOException {
        String routes = IntStream.range(0, SIZE)
                .mapToObj(i -> "nats://127.0.0.1:" + ports.get(SIZE + i))
                .collect(Collectors.joining(", "));
        for (int i = 0; i < SIZE; i++) {
            Path own = Files.createDirectories(folder.resolve("n" + i));
            Files.writeString(own.resolve("server.conf"), """
                    server_name: n%d
                    listen: "127.0.0.1:%d"
                    jetstream { store_dir: "%s", max_memory_store: 67108864, max_file_store: 1073741824 }
                    cluster { name: three, listen: "127.0.0.1:%d", routes: [%s] }
                    """.formatted(
                            i, ports.get(i), own.resolve("store"), ports.get(SIZE + i), routes));
            nodes.add(new ClusterNode(own, Map.of(), List.of("nats-server", "-c", "server.conf")));
        }
        nodes.forEach(ClusterNode::start);
        for (ClusterNode node : nodes) {
            ClusterNode.await("a server", 20, () -> node.output().contains("Server is ready"));
        }
    }

    /** The URL of one server. */
    String url(int node) {
        return "nats://127.0.0.1:" + ports.get(node);
    }

    /** The URLs of all servers, this one first. */
    String urlsFrom(int node) {
        return IntStream.range(0, SIZE).mapToObj(i -> url((node + i) % SIZE)).collect(Collectors.joining(","));
    }

    ClusterNode node(int number) {
        return nodes.get(number);
    }

    /** A plain client of one server. */
    Connection client(int node) throws IOException, InterruptedException {
        return Nats.connect(
                new Options.Builder().server(url(node)).noReconnect().build());
    }

    static JetStreamManagement management(Connection client) throws IOException {
        return client.jetStreamManagement(
                JetStreamOptions.builder().requestTimeout(ANSWER).build());
    }

    /** Makes a stream on all servers, which keeps all, so that it can be read afterwards. */
    void addStream(Connection client, String name) {
        ClusterNode.await("a stream on three servers", 30, () -> {
            JetStreamManagement management = management(client);
            if (!management.getStreamNames().contains(name)) {
                management.addStream(StreamConfiguration.builder()
                        .name(name)
                        .subjects(name)
                        .replicas(SIZE)
                        .build());
            }
            return leader(client, name) >= 0;
        });
    }

    /** The number of the server that leads a stream; -1 if none does. */
    static int leader(Connection client, String stream) throws Exception {
        String leader =
                management(client).getStreamInfo(stream).getClusterInfo().getLeader();
        return leader == null ? -1 : Integer.parseInt(leader.substring(1));
    }

    /** The sequences of the messages of a load in a stream, each once: as whoever knows nothing of Dyno but its message head reads them. */
    static Set<Long> read(Connection client, String stream) throws Exception {
        Set<Long> sequences = new HashSet<>();
        List<JetStreamSubscription> readers = new ArrayList<>();
        // The servers that are left may give the reader to the killed one once more.
        ClusterNode.await(
                "a reader of the stream",
                60,
                () -> readers.add(client.jetStream()
                        .subscribe(
                                stream,
                                PushSubscribeOptions.builder().ordered(true).stream(stream)
                                        .build())));
        JetStreamSubscription all = readers.get(0);
        long last = client.jetStreamManagement()
                .getStreamInfo(stream)
                .getStreamState()
                .getLastSequence();
        long seen = 0;
        while (seen < last) {
            Message message = all.nextMessage(Duration.ofSeconds(10));
            if (message == null) {
                throw new AssertionError("the reader has " + seen + " of " + last + " messages");
            }
            seen = message.metaData().streamSequence();
            Loads.addSequence(message.getData(), sequences);
        }
        return sequences;
    }

    @Override
    public void close() {
        nodes.forEach(ClusterNode::close);
    }
}
