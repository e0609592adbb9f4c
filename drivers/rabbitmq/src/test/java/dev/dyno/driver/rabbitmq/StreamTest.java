package dev.dyno.driver.rabbitmq;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.Outcomes;
import dev.dyno.driver.tck.TestClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Queues that keep their messages. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
class StreamTest {

    private final Destination queue = TestClient.queue();

    private static TestClient streams(String... settings) throws DriverException {
        List<String> all = new ArrayList<>(List.of(settings));
        all.addAll(List.of("rabbitmq.queue.type", "stream"));
        return OnRabbit.fixture(all.toArray(String[]::new));
    }

    @Test
    void declaresOnlyWhatStreamsHave() throws Exception {
        try (TestClient fixture = streams()) {
            assertThat(fixture.client().capabilities().toSet())
                    .containsExactlyInAnyOrder(
                            Capability.ASYNC_SEND,
                            Capability.QUEUES,
                            Capability.TOPICS,
                            Capability.LISTENER,
                            Capability.PROPERTIES,
                            Capability.TEXT_BODIES,
                            Capability.FROM_EARLIEST,
                            Capability.PERSISTENCE);
        }
    }

    @Test
    void aConsumerGetsWhatIsSentFromItsMakingOn() throws Exception {
        try (TestClient fixture = streams()) {
            Producer producer = fixture.producer(queue);
            TestClient.send(producer, 0, 10);
            ClientConnection connection = fixture.connection();
            Inbox inbox = fixture.consume(TestClient.receives(queue, AckMode.AUTO));
            TestClient.send(producer, 10, 20);
            assertThat(inbox.numbers()).isEmpty();
            connection.start();
            TestClient.send(producer, 20, 30);
            assertThat(inbox.await(20)).isEqualTo(TestClient.numbers(10, 30));
        }
    }

    @Test
    void aStoppedConsumerContinuesWhereItWas() throws Exception {
        try (TestClient fixture = streams("rabbitmq.prefetch", "20")) {
            Producer producer = fixture.producer(queue);
            ClientConnection connection = fixture.connection();
            Inbox inbox = fixture.consume(TestClient.receives(queue, AckMode.AUTO));
            for (int round = 0; round < 10; round++) {
                connection.start();
                TestClient.send(producer, round * 50, round * 50 + 50);
                connection.stop();
            }
            connection.start();
            assertThat(inbox.await(500)).isEqualTo(TestClient.numbers(0, 500));
        }
    }

    @Test
    void aConsumerMayBeginAtTheFirstMessageOrAtAnyOther() throws Exception {
        try (TestClient fixture = streams("rabbitmq.stream.offset", "first")) {
            TestClient.send(fixture.producer(queue), 0, 100);
            assertThat(fixture.inbox(queue).await(100)).isEqualTo(TestClient.numbers(0, 100));
        }
        try (TestClient fixture = streams("rabbitmq.stream.offset", "90")) {
            assertThat(fixture.inbox(queue).await(10)).isEqualTo(TestClient.numbers(90, 100));
        }
    }

    @Test
    void asynchronousSendsAreConfirmedOnceEach() throws Exception {
        try (TestClient fixture = streams()) {
            Inbox inbox = fixture.inbox(queue);
            Outcomes outcomes = new Outcomes();
            Producer producer = fixture.producer(queue, SendMode.ASYNC, outcomes);
            for (int i = 0; i < 100; i++) {
                assertThat(producer.trySend(TestClient.body(i), i)).isTrue();
            }
            producer.flush();
            fixture.await("all confirms", () -> outcomes.byToken().size() == 100);
            assertThat(outcomes.byToken().values()).containsOnly(Outcomes.ACKNOWLEDGED);
            assertThat(inbox.await(100)).isEqualTo(TestClient.numbers(0, 100));
        }
    }

    @Test
    void aTopicIsAStreamForManyConsumers() throws Exception {
        try (TestClient fixture = streams()) {
            Destination topic = TestClient.topic();
            Inbox first = fixture.inbox(topic);
            Inbox second = fixture.inbox(topic);
            TestClient.send(fixture.producer(topic), 0, 50);
            assertThat(first.await(50)).isEqualTo(TestClient.numbers(0, 50));
            assertThat(second.await(50)).isEqualTo(TestClient.numbers(0, 50));
        }
    }

    @Test
    void aQueueTakesOneConsumerBecauseASecondWouldGetEverythingAgain() throws Exception {
        try (TestClient fixture = streams()) {
            Inbox first = fixture.inbox(queue);
            assertFails(
                    () -> fixture.inbox(queue),
                    "cannot create a consumer of " + queue + ": it has one already, and of a stream each"
                            + " gets every message; use one, or topic://" + queue.name());
            first.close();
            fixture.inbox(queue);
        }
    }
}
