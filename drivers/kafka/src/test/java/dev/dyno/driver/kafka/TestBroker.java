package dev.dyno.driver.kafka;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.tck.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real Kafka broker in a process and a temporary folder of its own, on loopback ports, with a listener for each kind of security. */
final class TestBroker implements AutoCloseable {

    static final String USER = "anna";
    static final String PASSWORD = "se\"cret\\";

    private static @Nullable TestBroker shared;

    private final Path folder;
    private final List<Integer> ports;
    private final Path configuration;
    private final TestCertificates certificates;
    private final Process process;

    private TestBroker(Path folder, List<Integer> ports) throws IOException, InterruptedException {
        this.folder = folder;
        this.ports = ports;
        configuration = folder.resolve("server.properties");
        certificates = TestCertificates.create(folder);
        Files.writeString(
                folder.resolve("keystore.pem"),
                Files.readString(certificates.serverKey()) + Files.readString(certificates.server()));
        Files.write(configuration, settings());
        run(
                "kafka.tools.StorageTool",
                "format",
                "--standalone",
                "-t",
                "AAAAAAAAAAAAAAAAAAAAAQ",
                "-c",
                configuration.toString(),
                "--add-scram",
                "SCRAM-SHA-256=[name=" + USER + ",password=scram]");
        process = java("kafka.Kafka", configuration.toString());
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        awaitReady();
    }

    /** One for all tests that do it no harm; it ends with this process. */
    static synchronized TestBroker shared() {
        TestBroker broker = shared;
        if (broker == null) {
            broker = start();
            shared = broker;
        }
        return broker;
    }

    static TestBroker start() {
        try {
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ports.add(freePort());
            }
            return new TestBroker(Files.createTempDirectory("dyno-kafka"), ports);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> settings() {
        String listeners =
                "PLAINTEXT://127.0.0.1:%d,SASL_PLAINTEXT://127.0.0.1:%d,SSL://127.0.0.1:%d,SASL_SSL://127.0.0.1:%d"
                        .formatted(ports.get(0), ports.get(1), ports.get(2), ports.get(3));
        String plain = "org.apache.kafka.common.security.plain.PlainLoginModule required user_" + USER + "=\""
                + PASSWORD.replace("\\", "\\\\").replace("\"", "\\\"") + "\";";
        String scram = "org.apache.kafka.common.security.scram.ScramLoginModule required;";
        List<String> lines = new ArrayList<>(List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "controller.quorum.bootstrap.servers=127.0.0.1:" + ports.get(4),
                "controller.listener.names=CONTROLLER",
                "listeners=" + listeners + ",CONTROLLER://127.0.0.1:" + ports.get(4),
                "advertised.listeners=" + listeners,
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT",
                "inter.broker.listener.name=PLAINTEXT",
                "sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256",
                "ssl.keystore.type=PEM",
                "ssl.keystore.location=" + folder.resolve("keystore.pem"),
                "ssl.truststore.type=PEM",
                "ssl.truststore.location=" + certificates.ca(),
                "listener.name.ssl.ssl.client.auth=required",
                "log.dirs=" + folder.resolve("data"),
                "num.partitions=1",
                "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=1",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1",
                "transaction.state.log.num.partitions=1",
                "group.initial.rebalance.delay.ms=0",
                "log.cleaner.enable=false"));
        for (String listener : List.of("sasl_plaintext", "sasl_ssl")) {
            lines.add("listener.name." + listener + ".plain.sasl.jaas.config=" + plain.replace("\\", "\\\\"));
            lines.add("listener.name." + listener + ".scram-sha-256.sasl.jaas.config=" + scram);
        }
        return lines;
    }

    private Process java(String... arguments) throws IOException {
        Path log4j = folder.resolve("log4j2.properties");
        Files.write(
                log4j,
                List.of(
                        "status=error",
                        "appender.c.type=Console",
                        "appender.c.name=c",
                        "rootLogger.level=warn",
                        "rootLogger.appenderRef.c.ref=c"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("log.txt").toFile()))
                .start();
    }

    private void run(String... arguments) throws IOException, InterruptedException {
        Process tool = java(arguments);
        if (!tool.waitFor(60, TimeUnit.SECONDS) || tool.exitValue() != 0) {
            tool.destroyForcibly();
            throw new IllegalStateException(Files.readString(folder.resolve("log.txt")));
        }
    }

    private void awaitReady() throws IOException {
        try (Cluster cluster = new Cluster(Settings.of(spec(Map.of())), new JdkTime())) {
            long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (cluster.ask() != Cluster.Sign.ALIVE) {
                if (!process.isAlive() || System.nanoTime() - giveUpNs > 0) {
                    throw new IllegalStateException(Files.readString(folder.resolve("log.txt")));
                }
            }
        } catch (DriverException e) {
            throw new IllegalStateException(e);
        }
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return ports.get(0);
    }

    int saslPort() {
        return ports.get(1);
    }

    int tlsPort() {
        return ports.get(2);
    }

    int saslTlsPort() {
        return ports.get(3);
    }

    TestCertificates certificates() {
        return certificates;
    }

    ClientSpec spec(Map<String, String> properties) {
        return spec("kafka://127.0.0.1:" + port(), Optional.empty(), properties);
    }

    static ClientSpec spec(String url, Optional<Credentials> credentials, Map<String, String> properties) {
        return new ClientSpec(url, credentials, properties, new JdkTime());
    }

    /** As {@code kill -9} does it. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Sends a signal to the broker's process, as the command {@code kill} does. */
    void signal(String name) throws IOException, InterruptedException {
        Process command = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        if (!command.waitFor(10, TimeUnit.SECONDS) || command.exitValue() != 0) {
            throw new IllegalStateException("kill -" + name + " failed");
        }
    }

    @Override
    public void close() throws IOException {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
