package dev.dyno.driver.tck;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A client with a connection, for what a driver's module tests beside the contract: sends numbers, collects the numbers that come,
 * and notes what completes and fails.
 */
public final class TestClient extends ConnectedClient {

    private final ClientConnection connection;
    private final List<Long> received = new CopyOnWriteArrayList<>();
    private final List<Throwable> failedSends = new ArrayList<>();
    private int acknowledged;
    private volatile int announced;

    /** Opens and connects. */
    public TestClient(ClientSpec spec) throws DriverException {
        this(spec, Optional.empty());
    }

    /** Opens and connects without settings. */
    public TestClient(String url) throws DriverException {
        this(spec(url, Map.of()));
    }

    /** Opens and connects with a client id. */
    public TestClient(ClientSpec spec, Optional<String> clientId) throws DriverException {
        super(spec);
        try {
            connection = connect(clientId);
        } catch (DriverException e) {
            close();
            throw e;
        }
    }

    /** Specification for opening the driver whose module's tests are running. */
    public static ClientSpec spec(String url, Map<String, String> properties) {
        return DriverFolder.ofThisModule().spec(url, Optional.empty(), properties);
    }

    public ClientConnection connection() {
        return connection;
    }

    /** A plain producer. */
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

    /** A plain listener. */
    public static ConsumerSpec listening(String destination) {
        return new ConsumerSpec(Destination.parse(destination), AckMode.AUTO, ReceiveMode.LISTENER);
    }

    /** A producer whose completions are noted here. */
    public Producer produce(ProducerSpec spec) throws DriverException {
        return connection.createProducer(spec, new SendListener() {
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

    /** Sends that were acknowledged or have failed. */
    public synchronized int completed() {
        return acknowledged + failedSends.size();
    }

    /** How many there were when it was last said that completions have come. */
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

    /** A consumer whose numbers are noted here. */
    public Consumer consume(ConsumerSpec spec) throws DriverException {
        return connection.createConsumer(spec, body -> received.add(body.getLong(body.position())));
    }

    /** The body of message {@code number}. */
    public static ByteBuffer body(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, number);
    }

    /** The numbers of messages 0 to {@code count - 1}. */
    public static List<Long> numbers(int count) {
        return LongStream.range(0, count).boxed().toList();
    }

    /** Sends asynchronously, with the number as the token, and waits while the client would block. */
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

    public List<Long> received() {
        return List.copyOf(received);
    }

    public synchronized int acknowledged() {
        return acknowledged;
    }

    public synchronized List<Throwable> failedSends() {
        return List.copyOf(failedSends);
    }
}
