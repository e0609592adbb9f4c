package dev.dyno.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.ProducerSpecs;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A simulated broker on a virtual clock, one connection, and what came of the messages, the body being their number. */
final class SimBench implements AutoCloseable {

    static final long MS = 1_000_000L;
    static final long SECOND = 1_000 * MS;
    static final Destination QUEUE = Destination.parse("q");

    final VirtualTime time;
    final Client client;
    final ClientConnection connection;
    final SimBroker broker;
    final List<Throwable> connectionFailures = new ArrayList<>();

    /** Acknowledged tokens and when, failed tokens and why, delivered numbers and when. */
    final List<Long> acknowledged = new ArrayList<>();

    final List<Long> acknowledgedNs = new ArrayList<>();
    final List<Long> failed = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    final List<Long> delivered = new ArrayList<>();
    final List<Long> deliveredNs = new ArrayList<>();

    SimBench(String script) throws DriverException {
        this(script, new VirtualTime());
    }

    SimBench(String script, VirtualTime time) throws DriverException {
        this.time = time;
        client = new SimDriver().open(new ClientSpec("sim://bench" + script, Optional.empty(), Map.of(), time));
        broker = SimBroker.find("sim://bench").orElseThrow();
        connection = client.connect(new ConnectionSpec(Optional.of("bench"), connectionFailures::add));
        connection.start();
    }

    Producer producer(SendMode mode) throws DriverException {
        return producer(QUEUE, mode, Duration.ZERO);
    }

    Producer producer(Destination destination, SendMode mode, Duration timeToLive) throws DriverException {
        final ProducerSpec spec = ProducerSpecs.of(destination, mode, parts -> {
            parts.timeToLive = timeToLive;
        });
        return connection.createProducer(spec, (token, failure) -> {
            if (failure == null) {
                acknowledged.add(token);
                acknowledgedNs.add(time.nanoTime());
            } else {
                failed.add(token);
                failures.add(String.valueOf(failure.getMessage()));
            }
        });
    }

    Consumer consumer(AckMode ackMode, ReceiveMode mode) throws DriverException {
        return connection.createConsumer(new ConsumerSpec(QUEUE, ackMode, mode), this::deliver);
    }

    Consumer listener() throws DriverException {
        return consumer(AckMode.AUTO, ReceiveMode.LISTENER);
    }

    void deliver(ByteBuffer body) {
        delivered.add(body.getLong());
        deliveredNs.add(time.nanoTime());
    }

    static ByteBuffer body(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, number);
    }

    static void send(Producer producer, long number) throws DriverException {
        assertThat(producer.trySend(body(number), number)).isTrue();
    }

    /** Sends numbers 0 to count-1, number i at i times the period from now, and then waits for all to happen. */
    void sendEvery(long periodNs, int count, Producer producer) throws DriverException {
        final long startNs = time.nanoTime();
        final ByteBuffer body = body(0);
        for (int i = 0; i < count; i++) {
            final long atNs = startNs + i * periodNs;
            while (atNs - time.nanoTime() > 0) {
                time.parkUntil(atNs);
            }
            if (!producer.trySend(body.putLong(0, i), i)) {
                throw new AssertionError("message " + i + " was refused");
            }
        }
        time.advance(100 * SECOND);
    }

    @Override
    public void close() {
        connection.close();
        client.close();
        assertThat(SimBroker.find("sim://bench")).isEmpty();
    }
}
