package dev.dyno.driver.rabbitmq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A private Qpid Broker-J, with messages in memory, in a temporary folder and on a free loopback port. */
final class QpidNode implements AutoCloseable {

    static final String LIB = "dyno.test.qpid.lib";
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(90);
    private static final String UNTIL_INPUT_ENDS = "\"$@\" </dev/null & child=$!; read line; kill $child; wait $child";

    private final Path folder = Files.createTempDirectory("dyno-qpid-");
    private final int port = RabbitNode.freePort();
    private final Process process;

    QpidNode() throws IOException {
        Path configuration = Files.writeString(folder.resolve("initial-config.json"), """
                {
                  "name": "test", "modelVersion": "9.0",
                  "authenticationproviders": [ { "name": "plain", "type": "Plain", "secureOnlyMechanisms": [],
                      "users": [ { "name": "guest", "type": "managed", "password": "guest" } ] } ],
                  "ports": [ { "name": "AMQP", "type": "AMQP", "port": "%d", "bindingAddress": "127.0.0.1",
                      "authenticationProvider": "plain", "protocols": ["AMQP_0_9_1"],
                      "virtualhostaliases": [ { "name": "defaultAlias", "type": "defaultAlias" },
                                              { "name": "nameAlias", "type": "nameAlias" } ] } ],
                  "virtualhostnodes": [ { "name": "default", "type": "Memory", "defaultVirtualHostNode": "true",
                      "virtualHostInitialConfiguration": "{\\"type\\": \\"Memory\\"}" } ]
                }
                """.formatted(port));
        process = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        UNTIL_INPUT_ENDS,
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        Path.of(System.getProperty(LIB)).resolve("*").toString(),
                        "org.apache.qpid.server.Main",
                        "-st",
                        "Memory",
                        "-icp",
                        configuration.toString(),
                        "-prop",
                        "qpid.work_dir=" + folder.resolve("work"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("broker.log").toFile())
                .start();
        awaitReady();
    }

    String url() {
        return "amqp://127.0.0.1:" + port;
    }

    private void awaitReady() throws IOException {
        long giveUpNs = System.nanoTime() + PATIENCE_NS;
        while (!serves()) {
            if (System.nanoTime() - giveUpNs > 0 || !process.isAlive()) {
                String log = Files.readString(folder.resolve("broker.log"));
                close();
                throw new IllegalStateException("Qpid Broker-J did not start: " + log);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private boolean serves() {
        try (Fixture fixture = Fixture.of(Tests.client(url(), java.util.Map.of()))) {
            fixture.connect();
            return true;
        } catch (dev.dyno.driver.DriverException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
