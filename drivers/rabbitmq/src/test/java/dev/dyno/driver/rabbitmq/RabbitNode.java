package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.dyno.tck.TestCertificates;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A private RabbitMQ, of the installed program, in a temporary folder and on free loopback ports. Ends with this JVM. */
final class RabbitNode implements AutoCloseable {

    private static final Path PROGRAMS = Path.of("/usr/lib/rabbitmq/bin");
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(90);

    /** Runs a program until standard input ends, which it does with this JVM, however that ends. */
    private static final String UNTIL_INPUT_ENDS = "\"$@\" </dev/null & child=$!; read line; kill $child; wait $child";

    private final Path folder;
    private final TestCertificates certificates;
    private final List<Process> processes = new ArrayList<>();
    private final int port = freePort();
    private final int tlsPort = freePort();
    private final int epmdPort = freePort();
    private final int distributionPort = freePort();
    private final String name;

    RabbitNode() throws IOException {
        folder = Files.createTempDirectory("dyno-rabbitmq-");
        certificates = TestCertificates.create(folder);
        name = "dyno" + port + "@localhost";
        Files.createDirectories(folder.resolve("home"));
        Files.writeString(folder.resolve("plugins"), "[].");
        Files.writeString(folder.resolve("env.conf"), "");
        Files.writeString(folder.resolve("rabbitmq.conf"), """
                listeners.tcp.1 = 127.0.0.1:%d
                listeners.ssl.1 = 127.0.0.1:%d
                listeners.ssl.2 = 127.0.0.2:%d
                ssl_options.cacertfile = %s
                ssl_options.certfile = %s
                ssl_options.keyfile = %s
                ssl_options.verify = verify_peer
                ssl_options.fail_if_no_peer_cert = false
                disk_free_limit.absolute = 10MB
                log.console = true
                log.file = false
                """.formatted(
                        port, tlsPort, tlsPort, certificates.ca(), certificates.server(), certificates.serverKey()));
        run("epmd", "epmd", "-port", String.valueOf(epmdPort), "-address", "127.0.0.1");
        run("node", PROGRAMS.resolve("rabbitmq-server").toString());
        awaitReady();
    }

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAMS.resolve("rabbitmq-server"));
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    String url() {
        return "amqp://127.0.0.1:" + port;
    }

    String tlsUrl() {
        return "amqps://127.0.0.1:" + tlsPort;
    }

    int port() {
        return port;
    }

    TestCertificates certificates() {
        return certificates;
    }

    /** The library without the driver: sees queues and messages as any other application does. */
    Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        return factory.newConnection();
    }

    /** Runs {@code rabbitmqctl}. */
    void control(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(PROGRAMS.resolve("rabbitmqctl").toString(), "-n", name));
        command.addAll(List.of(arguments));
        Process process = builder("control", command).start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(command + ": " + Files.readString(folder.resolve("control.log")));
        }
    }

    private void run(String log, String... command) throws IOException {
        List<String> wrapped = new ArrayList<>(List.of("/bin/sh", "-c", UNTIL_INPUT_ENDS, "sh"));
        wrapped.addAll(List.of(command));
        processes.add(builder(log, wrapped).start());
    }

    private ProcessBuilder builder(String log, List<String> command) {
        File out = folder.resolve(log + ".log").toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.to(out));
        builder.directory(folder.toFile());
        builder.environment()
                .putAll(Map.of(
                        "HOME", folder.resolve("home").toString(),
                        "RABBITMQ_NODENAME", name,
                        "RABBITMQ_CONFIG_FILE", folder.resolve("rabbitmq").toString(),
                        "RABBITMQ_ENABLED_PLUGINS_FILE",
                                folder.resolve("plugins").toString(),
                        "RABBITMQ_CONF_ENV_FILE", folder.resolve("env.conf").toString(),
                        "RABBITMQ_MNESIA_BASE", folder.resolve("mnesia").toString(),
                        "RABBITMQ_LOG_BASE", folder.resolve("log").toString(),
                        "RABBITMQ_DIST_PORT", String.valueOf(distributionPort),
                        "ERL_EPMD_PORT", String.valueOf(epmdPort),
                        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}"));
        return builder;
    }

    private void awaitReady() throws IOException {
        long giveUpNs = System.nanoTime() + PATIENCE_NS;
        while (true) {
            try {
                connect().close();
                return;
            } catch (IOException | TimeoutException e) {
                if (System.nanoTime() - giveUpNs > 0 || !processes.get(1).isAlive()) {
                    String log = Files.readString(folder.resolve("node.log"));
                    close();
                    throw new IllegalStateException("RabbitMQ did not start: " + log, e);
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    /** Kills the node without letting it say goodbye. */
    void kill() {
        processes.get(1).descendants().forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() throws IOException {
        for (int i = processes.size() - 1; i >= 0; i--) {
            Process process = processes.get(i);
            process.getOutputStream().close();
            process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
