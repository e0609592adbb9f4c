package dev.dyno.driver.tck;

import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DriverException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** Keeps the short texts that a consumer receives. */
public final class TextInbox {

    private final Fixture fixture;
    private final ClientConnection connection;
    private final Consumer consumer;
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    public TextInbox(Fixture fixture, ClientConnection connection, ConsumerSpec spec) throws DriverException {
        this.fixture = fixture;
        this.connection = connection;
        this.consumer = connection.createConsumer(spec, this::onMessage);
    }

    private void onMessage(ByteBuffer body) {
        bodies.add(StandardCharsets.UTF_8.decode(body).toString());
    }

    public Consumer consumer() {
        return consumer;
    }

    public List<String> bodies() {
        return bodies;
    }

    /** Waits for this number of messages. */
    public List<String> await(int count) {
        fixture.await(count + " messages", () -> bodies.size() >= count);
        return bodies;
    }

    /** In order: stops, closes. */
    public void close() throws DriverException {
        connection.stop();
        consumer.close();
        connection.close();
    }

    public static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(String::valueOf).toList();
    }
}
