package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DriverException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A consumer, and the numbers of the messages that it has received. Each body is one long; any other body counts as -1. */
public final class Inbox {

    private final TestClient client;
    private final ClientConnection connection;
    private final Consumer consumer;
    private final List<Long> numbers = Collections.synchronizedList(new ArrayList<>());

    Inbox(TestClient client, ClientConnection connection, ConsumerSpec spec) throws DriverException {
        this.client = client;
        this.connection = connection;
        this.consumer = connection.createConsumer(spec, this::onMessage);
    }

    private void onMessage(ByteBuffer body) {
        numbers.add(body.remaining() == Long.BYTES ? body.getLong(body.position()) : -1L);
    }

    public Consumer consumer() {
        return consumer;
    }

    public List<Long> numbers() {
        return List.copyOf(numbers);
    }

    public int count() {
        return numbers.size();
    }

    /** Waits until {@code count} messages have come in all. */
    public List<Long> await(int count) {
        client.await(count + " messages", () -> count() >= count);
        return numbers();
    }

    /** Receives {@code count} further messages, each within the patience of the client; returns all received so far. */
    public List<Long> receive(int count) throws DriverException {
        for (int i = 0; i < count; i++) {
            assertThat(consumer.receive(client.patience().toNanos())).isTrue();
        }
        return numbers();
    }

    /** Stops deliveries, then closes the consumer and its connection. */
    public void close() throws DriverException {
        connection.stop();
        consumer.close();
        connection.close();
    }
}
