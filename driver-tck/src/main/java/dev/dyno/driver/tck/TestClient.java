package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A client with one or more connections, for the tests that a driver has beside the contract. Sends and receives messages whose
 * body is their number, and notes completions and failures.
 */
public final class TestClient extends ConnectedClient {

    private final ClientConnection connection;
    private final List<Throwable> failedSends = new ArrayList<>();
    private int acknowledged;
    private volatile int announced;

    /** Opens a client and connects it. */
    public TestClient(ClientSpec spec) throws DriverException {
        this(spec, Optional.empty());
    }

    /** Opens a client and connects it with a client id. */
    public TestClient(ClientSpec spec, Optional<String> clientId) throws DriverException {
        super(spec);
        try {
            connection = connect(clientId);
        } catch (DriverException e) {
            close();
            throw e;
        }
    }

    /**
     * Opens a client and connects it.
     *
     * @param settings each name followed by its value
     */
    public static TestClient open(String url, String... settings) throws DriverException {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            properties.put(settings[i], settings[i + 1]);
        }
        return new TestClient(spec(url, properties));
    }

    /** Specification for opening the driver whose module's tests are running. */
    public static ClientSpec spec(String url, Map<String, String> properties) {
        return DriverFolder.ofThisModule().spec(url, Optional.empty(), properties);
    }

    public ClientConnection connection() {
        return connection;
    }

    /** An unused queue. */
    public static Destination queue() {
        return new Destination(Destination.Kind.QUEUE, "test-" + UUID.randomUUID());
    }

    /** An unused topic. */
    public static Destination topic() {
        return new Destination(Destination.Kind.TOPIC, "test-" + UUID.randomUUID());
    }

    /** Spec of a producer of persistent messages. */
    public static ProducerSpec sends(Destination destination, SendMode mode) {
        return ProducerSpecs.plain(destination, mode, 100, true);
    }

    /** Spec of a producer of plain messages. */
    public static ProducerSpec producing(String destination, SendMode mode) {
        return producing(destination, mode, false, Map.of());
    }

    public static ProducerSpec producing(
            String destination, SendMode mode, boolean persistent, Map<String, Object> properties) {
        return ProducerSpecs.of(Destination.parse(destination), mode, parts -> {
            parts.persistent = persistent;
            parts.properties = properties;
        });
    }

    /** Spec of a consumer of plain messages with a listener. */
    public static ConsumerSpec listening(String destination) {
        return receives(Destination.parse(destination), AckMode.AUTO);
    }

    public static ConsumerSpec receives(Destination destination, AckMode mode) {
        return new ConsumerSpec(destination, mode, ReceiveMode.LISTENER);
    }

    public static ConsumerSpec subscribes(Destination topic, Subscription subscription) {
        return Specs.subscriber(topic, subscription, ReceiveMode.LISTENER);
    }

    /** Checks that facts, such as those of a semantics card, include the expected ones: {@code name=value; name=value}. */
    public static void assertFacts(Map<String, String> facts, String expected) {
        for (String fact : expected.split("; ", -1)) {
            String[] parts = fact.split("=", 2);
            assertThat(facts).containsEntry(parts[0], parts[1]);
        }
    }

    /** Makes a producer whose completions this client notes. */
    public Producer produce(ProducerSpec spec) throws DriverException {
        return produce(spec, new SendListener() {
            @Override
            public void onSendCompleted(long token, @Nullable Throwable failure) {
                completed(failure);
            }

            @Override
            public void afterCompletions() {
                announced = completed();
            }
        });
    }

    public Producer produce(ProducerSpec spec, SendListener listener) throws DriverException {
        return connection.createProducer(spec, listener);
    }

    /** Makes a producer of persistent messages, on a connection of its own. */
    public Producer producer(Destination destination, SendMode mode, SendListener listener) throws DriverException {
        return connect().createProducer(sends(destination, mode), listener);
    }

    /** Makes a producer that waits for each acknowledgement, on a connection of its own. */
    public Producer producer(Destination destination) throws DriverException {
        return producer(destination, SendMode.SYNC, (token, failure) -> {});
    }

    /** Number of sends that were acknowledged or have failed. */
    public synchronized int completed() {
        return acknowledged + failedSends.size();
    }

    /** Value of {@link #completed} at the last call of {@link SendListener#afterCompletions}. */
    public int announced() {
        return announced;
    }

    private synchronized void completed(@Nullable Throwable failure) {
        if (failure == null) {
            acknowledged++;
        } else {
            failedSends.add(failure);
        }
    }

    public Inbox consume(ConsumerSpec spec) throws DriverException {
        return consume(connection, spec);
    }

    public Inbox consume(ClientConnection on, ConsumerSpec spec) throws DriverException {
        return new Inbox(this, on, spec);
    }

    /** Makes a consumer on a started connection of its own. */
    public Inbox inbox(Destination destination) throws DriverException {
        return inbox(receives(destination, AckMode.AUTO));
    }

    public Inbox inbox(ConsumerSpec spec) throws DriverException {
        ClientConnection own = connect();
        Inbox inbox = consume(own, spec);
        own.start();
        return inbox;
    }

    /** The body of message {@code number}. */
    public static ByteBuffer body(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, number);
    }

    /** Numbers {@code from} to {@code to - 1}. */
    public static List<Long> numbers(int from, int to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** Sends messages {@code from} to {@code to - 1}, one after the other. */
    public static void send(Producer producer, int from, int to) throws DriverException {
        for (int number = from; number < to; number++) {
            producer.send(body(number));
        }
    }

    /** Sends messages 0 to {@code count - 1} asynchronously, with the number as the token, and waits until all have completed. */
    public void sendAll(Producer producer, int count) throws DriverException {
        int before = completed();
        for (int number = 0; number < count; number++) {
            send(producer, number);
        }
        await(count + " completions", () -> completed() == before + count);
    }

    /** Sends one message asynchronously, with its number as the token, and waits while the client would block. */
    public void send(Producer producer, int number) throws DriverException {
        long giveUpNs = giveUpNs();
        while (!producer.trySend(body(number), number)) {
            if (giveUpNs - time().nanoTime() < 0) {
                throw new AssertionError("trySend returned false for " + patience());
            }
            pause();
        }
        producer.flush();
    }

    /** Waits for the first failure of the connection. */
    public List<Throwable> awaitFailure() {
        await("a failure of the connection", () -> !failures().isEmpty());
        return failures();
    }

    public synchronized int acknowledged() {
        return acknowledged;
    }

    public synchronized List<Throwable> failedSends() {
        return List.copyOf(failedSends);
    }
}
