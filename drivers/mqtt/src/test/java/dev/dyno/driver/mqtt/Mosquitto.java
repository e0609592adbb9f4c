package dev.dyno.driver.mqtt;

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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A mosquitto of the test's own, that drops nothing and keeps nothing on disk. */
final class Mosquitto implements AutoCloseable {

    private final ServerProcess process;
    private final int port;

    private Mosquitto(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** One that lets everybody in. */
    static Mosquitto start(Path folder) {
        return start(folder, "allow_anonymous true");
    }

    /** @param more lines for its configuration, of the listener */
    static Mosquitto start(Path folder, String... more) {
        return startAt("127.0.0.1", folder, more);
    }

    /** At a certain address; 127.0.0.2 is on the loopback interface, too, and no certificate of ours is for it. */
    static Mosquitto startAt(String host, Path folder, String... more) {
        Optional<Path> program = ServerProcess.find("mosquitto");
        assumeTrue(program.isPresent(), "mosquitto is not installed");
        int port = ServerProcess.freePort();
        Path config = folder.resolve("mosquitto.conf");
        String text = "persistence false\nmax_queued_messages 0\nmax_inflight_messages 200\nlistener " + port + " "
                + host + "\n" + String.join("\n", more) + "\n";
        try {
            Files.writeString(config, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> command = List.of(program.get().toString(), "-c", config.toString());
        return new Mosquitto(ServerProcess.start(command, folder, new InetSocketAddress(host, port)), port);
    }

    /** As root it becomes the user mosquitto, who must be able to read what it is to use. */
    static void readableByAll(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            }
        }
    }

    /** Makes a password file; the line of the configuration that names it. */
    static String users(Path folder, String user, String password) throws IOException, InterruptedException {
        Optional<Path> program = ServerProcess.find("mosquitto_passwd");
        assumeTrue(program.isPresent(), "mosquitto_passwd is not installed");
        Path file = folder.resolve("users");
        Process process = new ProcessBuilder(program.get().toString(), "-b", "-c", file.toString(), user, password)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("passwd.log").toFile())
                .start();
        if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError("mosquitto_passwd failed: " + Files.readString(folder.resolve("passwd.log")));
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        return "password_file " + file;
    }

    int port() {
        return port;
    }

    String url() {
        return "mqtt://127.0.0.1:" + port;
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
