package dev.dyno.driver.tck;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.TimeSource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A client with any number of connections, for what a driver's module tests beside the contract. Bodies are short texts.
 * {@link TestClient} is for one connection.
 */
public final class Fixture implements AutoCloseable {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final TimeSource time;
    private final Client client;
    private final List<ClientConnection> connections = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    public Fixture(Driver driver, ClientSpec spec) throws DriverException {
        time = spec.time();
        client = driver.open(spec);
    }

    /** One that nobody has used. */
    public static Destination queue() {
        return new Destination(Destination.Kind.QUEUE, "test-" + UUID.randomUUID());
    }

    /** One that nobody has used. */
    public static Destination topic() {
        return new Destination(Destination.Kind.TOPIC, "test-" + UUID.randomUUID());
    }

    /** Failures that the connections reported. */
    public List<Throwable> failures() {
        return failures;
    }

    public Client client() {
        return client;
    }

    /** One more connection. */
    public ClientConnection connect() throws DriverException {
        ClientConnection connection = client.connect(new ConnectionSpec(Optional.empty(), failures::add));
        connections.add(connection);
        return connection;
    }

    public static ProducerSpec sends(Destination destination, SendMode mode) {
        return ProducerSpecs.plain(destination, mode, 100, true);
    }

    public static ConsumerSpec receives(Destination destination, AckMode mode) {
        return new ConsumerSpec(destination, Optional.empty(), mode, ReceiveMode.LISTENER, Optional.empty());
    }

    public static ConsumerSpec subscribes(Destination topic, Subscription subscription) {
        return new ConsumerSpec(topic, Optional.of(subscription), AckMode.AUTO, ReceiveMode.LISTENER, Optional.empty());
    }

    /** A producer on a connection of its own. */
    public Producer producer(Destination destination, SendMode mode, SendListener listener) throws DriverException {
        return connect().createProducer(sends(destination, mode), listener);
    }

    /** A producer that waits for each acknowledgement, on a connection of its own. */
    public Producer producer(Destination destination) throws DriverException {
        return producer(destination, SendMode.SYNC, (token, failure) -> {});
    }

    /** Receives on a started connection of its own. */
    public TextInbox inbox(Destination destination) throws DriverException {
        return inbox(receives(destination, AckMode.AUTO));
    }

    public TextInbox inbox(ConsumerSpec spec) throws DriverException {
        ClientConnection connection = connect();
        TextInbox inbox = new TextInbox(this, connection, spec);
        connection.start();
        return inbox;
    }

    public static ByteBuffer body(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends the numbers from {@code from} to {@code to - 1} as texts, one after the other. */
    public static void send(Producer producer, int from, int to) throws DriverException {
        for (int i = from; i < to; i++) {
            producer.send(body(String.valueOf(i)));
        }
    }

    /** Waits until it holds. */
    public void await(String what, BooleanSupplier condition) {
        long giveUpNs = time.nanoTime() + PATIENCE_NS;
        while (!condition.getAsBoolean()) {
            if (giveUpNs - time.nanoTime() < 0) {
                throw new AssertionError(what + ": did not happen; failures: " + failures);
            }
            time.parkUntil(time.nanoTime() + 1_000_000L);
        }
    }

    @Override
    public void close() {
        connections.forEach(ClientConnection::close);
        client.close();
    }
}
