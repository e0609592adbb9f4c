package dev.dyno.driver.nats;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.tck.JdkTime;
import dev.dyno.tck.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A nats-server of the test's own, with JetStream. */
final class NatsServer implements AutoCloseable {

    private final ServerProcess process;
    private final int port;

    private NatsServer(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** @param more lines for its configuration */
    static NatsServer start(Path folder, String... more) {
        return startAt("127.0.0.1", ServerProcess.freePort(), folder, more);
    }

    /** At a certain address; 127.0.0.2 is on the loopback interface, too, and no certificate of ours is for it. */
    static NatsServer startAt(String host, int port, Path folder, String... more) {
        Optional<Path> program = ServerProcess.find("nats-server");
        assumeTrue(program.isPresent(), "nats-server is not installed");
        Path config = folder.resolve("nats.conf");
        try {
            Files.writeString(
                    config,
                    "listen: " + host + ":" + port + "\njetstream { store_dir: \"" + folder.resolve("data") + "\" }\n"
                            + String.join("\n", more) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> command = List.of(program.get().toString(), "-c", config.toString());
        return new NatsServer(ServerProcess.start(command, folder, new InetSocketAddress(host, port)), port);
    }

    String url() {
        return "nats://127.0.0.1:" + port;
    }

    String url(String scheme, String host) {
        return scheme + "://" + host + ":" + port;
    }

    int port() {
        return port;
    }

    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }

    static ClientSpec spec(String url, Map<String, String> properties) {
        return new ClientSpec(url, Optional.empty(), properties, new JdkTime());
    }

    static ClientSpec spec(String url, String user, String password, Map<String, String> properties) {
        return new ClientSpec(url, Optional.of(new Credentials(user, password)), properties, new JdkTime());
    }
}
