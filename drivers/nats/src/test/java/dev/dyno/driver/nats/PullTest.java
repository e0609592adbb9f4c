package dev.dyno.driver.nats;

import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.SharedBroker;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.TestClient;
import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.Statistics;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Consumers of a stream that ask for messages. */
@Tag("broker")
@SuppressWarnings("try") // The library's close may be interrupted.
class PullTest {

    @RegisterExtension
    private static final SharedBroker SERVER = new SharedBroker(BrokerSpec.of("nats"), "nats");

    private final Destination queue = TestClient.queue();

    private TestClient open(String prefetch) throws Exception {
        return new TestClient(SERVER.spec(Map.of("nats.jetstream", "true", "nats.prefetch", prefetch)));
    }

    private void makeStream(JetStreamManagement management) throws Exception {
        management.addStream(StreamConfiguration.builder()
                .name(queue.name())
                .subjects(queue.name())
                .retentionPolicy(RetentionPolicy.WorkQueue)
                .build());
    }

    /** The client library drops what is beyond its limit of 64 MiB for one subscription, unless that is removed. */
    @Test
    void allThatWasAskedForIsKeptUntilItIsReceived() throws Exception {
        int half = 40;
        int count = 2 * half;
        try (Connection raw = Nats.connect(SERVER.url())) {
            makeStream(raw.jetStreamManagement());
            try (TestClient tested = open("500")) {
                List<Long> numbers = new ArrayList<>();
                Consumer consumer = tested.connection()
                        .createConsumer(
                                new ConsumerSpec(queue, AckMode.AUTO, ReceiveMode.RECEIVE),
                                body -> numbers.add(body.getLong(body.position())));
                tested.connection().start();
                Statistics statistics =
                        ((NatsLink) tested.connection()).connection().getStatistics();
                // All at once could be more than the server holds for a connection, also 64 MiB, before it closes it.
                for (long sent = 0; sent < count; sent += half) {
                    publish(raw, sent, half);
                    long due = sent + half;
                    tested.await("the messages", () -> statistics.getInMsgs() >= due);
                }
                while (consumer.receive(2_000_000_000L)) {}
                assertThat(numbers).isEqualTo(TestClient.numbers(0, count));
            }
        }
    }

    private void publish(Connection raw, long from, int count) throws Exception {
        for (long number = from; number < from + count; number++) {
            byte[] body = ByteBuffer.allocate(1_000_000).putLong(0, number).array();
            raw.jetStream().publish(queue.name(), body);
        }
    }

    /** By default a server keeps 512 requests of a durable consumer, and refuses others. */
    @Test
    void eachOfManyConsumersOfAQueueGetsMessages() throws Exception {
        int count = 520;
        try (TestClient tested = open("1")) {
            List<Inbox> inboxes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                inboxes.add(tested.consume(new ConsumerSpec(queue, AckMode.AUTO, ReceiveMode.RECEIVE)));
            }
            tested.connection().start();
            Producer producer = tested.produce(TestClient.producing(queue.toString(), SendMode.SYNC));
            TestClient.send(producer, 0, count);
            for (Inbox inbox : inboxes) {
                inbox.receive(1);
            }
            assertThat(tested.failures()).isEmpty();
        }
    }

    @Test
    void aConsumerThatAnExistingOneHasNoRoomForIsAFailure() throws Exception {
        try (Connection raw = Nats.connect(SERVER.url());
                TestClient tested = open("10")) {
            makeStream(raw.jetStreamManagement());
            raw.jetStreamManagement()
                    .addOrUpdateConsumer(
                            queue.name(),
                            ConsumerConfiguration.builder()
                                    .durable("dyno")
                                    .filterSubject(queue.name())
                                    .ackPolicy(AckPolicy.Explicit)
                                    .maxPullWaiting(1)
                                    .build());
            tested.consume(TestClient.listening(queue.toString()));
            assertThat(tested.failures()).isEmpty();
            tested.consume(TestClient.listening(queue.toString()));
            assertSentence(
                    tested.awaitFailure().get(0),
                    "the server refuses the requests of a consumer: 409 Exceeded MaxWaiting; its durable consumer was made"
                            + " with that limit: remove it, or let nats.queue-group name another");
            assertThat(tested.failures()).hasOnlyElementsOfType(RefusedException.class);
        }
    }
}
