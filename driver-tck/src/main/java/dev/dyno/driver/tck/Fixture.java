package dev.dyno.driver.tck;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/**
 * A client with any number of connections, for what a driver's module tests beside the contract. Bodies are short texts.
 * {@link TestClient} is for one connection.
 */
public final class Fixture extends ConnectedClient {

    public Fixture(ClientSpec spec) throws DriverException {
        super(spec);
    }

    /** A queue that nobody has used. */
    public static Destination queue() {
        return new Destination(Destination.Kind.QUEUE, "test-" + UUID.randomUUID());
    }

    /** A topic that nobody has used. */
    public static Destination topic() {
        return new Destination(Destination.Kind.TOPIC, "test-" + UUID.randomUUID());
    }

    public static ProducerSpec sends(Destination destination, SendMode mode) {
        return ProducerSpecs.plain(destination, mode, 100, true);
    }

    public static ConsumerSpec receives(Destination destination, AckMode mode) {
        return new ConsumerSpec(destination, mode, ReceiveMode.LISTENER);
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
}
