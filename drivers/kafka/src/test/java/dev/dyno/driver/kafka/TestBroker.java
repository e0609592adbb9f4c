package dev.dyno.driver.kafka;

import dev.dyno.broker.BrokerException;
import dev.dyno.broker.BrokerLauncher;
import dev.dyno.broker.BrokerSpec;
import dev.dyno.broker.ManagedBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A real Kafka broker. */
final class TestBroker implements AutoCloseable {

    private static @Nullable TestBroker shared;

    private final ManagedBroker broker;

    private TestBroker(ManagedBroker broker) {
        this.broker = broker;
    }

    /** One for all tests that do it no harm; it ends with this process. */
    static synchronized TestBroker shared() {
        TestBroker existing = shared;
        if (existing == null) {
            existing = start();
            shared = existing;
        }
        return existing;
    }

    static TestBroker start() {
        return start(Path.of(System.getProperty("dyno.home")), BrokerSpec.of("kafka"));
    }

    /** @param home the folder with {@code recipes/} and {@code brokers/} */
    static TestBroker start(Path home, BrokerSpec spec) {
        try {
            return new TestBroker(new BrokerLauncher(home)
                    .start(spec.withHeap("256m").withJvmFlags(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"))));
        } catch (BrokerException | InterruptedException e) {
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

    /** The address of a listener, by the name that the recipe gives it. */
    String url(String name) {
        try {
            return broker.url(name);
        } catch (BrokerException e) {
            throw new IllegalStateException(e);
        }
    }

    String address() {
        return url("kafka");
    }

    ClientSpec spec(Map<String, String> properties) {
        return spec(address(), Optional.empty(), properties);
    }

    static ClientSpec spec(String url, Optional<Credentials> credentials, Map<String, String> properties) {
        return new ClientSpec(url, credentials, properties, new JdkTime());
    }

    /** As {@code kill -9} does it. */
    void kill() {
        try {
            broker.kill();
        } catch (BrokerException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a signal to the broker's process, as the command {@code kill} does. */
    void signal(String name) throws IOException, InterruptedException {
        Process command = new ProcessBuilder("kill", "-" + name, String.valueOf(broker.pid())).start();
        if (!command.waitFor(10, TimeUnit.SECONDS) || command.exitValue() != 0) {
            throw new IllegalStateException("kill -" + name + " failed");
        }
    }

    @Override
    public void close() {
        try {
            broker.close();
        } catch (BrokerException e) {
            throw new IllegalStateException(e);
        }
    }
}
