package dev.dyno.driver.sim;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.tck.ProducerSpecs;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NullDriverTest {

    private static final int ROUNDS = 20;

    private long completed;
    private long received;

    private static Client open(String url) throws DriverException {
        return new NullDriver().open(new ClientSpec(url, Optional.empty(), Map.of(), new VirtualTime()));
    }

    private Producer producer(ClientConnection connection, Destination destination) throws DriverException {
        final ProducerSpec spec = ProducerSpecs.plain(destination, ProducerSpec.SendMode.ASYNC, 1, false);
        return connection.createProducer(spec, (token, failure) -> completed++);
    }

    private void consumer(ClientConnection connection, Destination destination) throws DriverException {
        connection.createConsumer(
                new ConsumerSpec(destination, AckMode.AUTO, ConsumerSpec.ReceiveMode.LISTENER),
                body -> received += body.getLong());
    }

    @Test
    void aMessageAllocatesNothing() throws DriverException {
        try (Client client = open("null://allocation")) {
            final ClientConnection connection = client.connect(new ConnectionSpec(Optional.empty(), failure -> {}));
            final Destination queue = Destination.parse("q");
            final Destination topic = Destination.parse("topic://t");
            for (int i = 0; i < 3; i++) {
                consumer(connection, queue);
                consumer(connection, topic);
            }
            connection.start();
            final Producer toQueue = producer(connection, queue);
            final Producer toTopic = producer(connection, topic);
            final ByteBuffer body = ByteBuffer.allocate(Long.BYTES).putLong(0, 1);
            final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            // The JVM itself allocates some hundred bytes on this thread once or twice while the optimizing compiler
            // takes
            // over (none when only interpreted, none with the first compiler alone), at a moment that depends on the
            // load of the machine. So several rounds, one of which must be free of it: a driver that allocates once
            // in 40,000 messages or more often does so in every round.
            long leastBytes = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                final long beforeBytes = threads.getCurrentThreadAllocatedBytes();
                send(toQueue, toTopic, body, 20_000);
                leastBytes = Math.min(leastBytes, threads.getCurrentThreadAllocatedBytes() - beforeBytes);
            }
            assertThat(leastBytes).as("bytes for 40,000 messages").isZero();
            assertThat(completed).isEqualTo(ROUNDS * 40_000L);
            assertThat(received).isEqualTo(ROUNDS * (20_000L + 3 * 20_000L));
        }
    }

    private static void send(Producer toQueue, Producer toTopic, ByteBuffer body, int count) throws DriverException {
        for (int i = 0; i < count; i++) {
            toQueue.trySend(body, 0);
            toTopic.trySend(body, 0);
        }
    }

    @Test
    void clientsOfOneNameMeetAndOthersDoNot() throws DriverException {
        try (Client one = open("null://one");
                Client same = open("null://one");
                Client other = open("null://other")) {
            final Destination queue = Destination.parse("q");
            for (final Client client : new Client[] {one, other}) {
                final ClientConnection connection = client.connect(new ConnectionSpec(Optional.empty(), failure -> {}));
                consumer(connection, queue);
                connection.start();
            }
            final Producer producer =
                    producer(same.connect(new ConnectionSpec(Optional.empty(), failure -> {})), queue);
            producer.trySend(ByteBuffer.allocate(Long.BYTES).putLong(0, 5), 0);
            assertThat(received).isEqualTo(5);
        }
    }

    @Test
    void settingsAreRefused() {
        assertFails(() -> open("null://x?lose=1"), "null://x: unknown setting 'lose'; the null driver takes none.");
    }
}
