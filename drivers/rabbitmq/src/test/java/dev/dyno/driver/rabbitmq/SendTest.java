package dev.dyno.driver.rabbitmq;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.rabbitmq.client.GetResponse;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.UnavailableException;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.Outcomes;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of sends, and the messages that another application finds at the broker. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
class SendTest {

    private final Destination queue = TestClient.queue();
    private final Outcomes outcomes = new Outcomes();

    private static final String NO_ROUTE = "cannot send to %s: it came back: 312 NO_ROUTE";

    @Test
    void aMessageThatNoQueueTakesFails() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            Producer async = fixture.producer(queue, SendMode.ASYNC, outcomes);
            Producer sync = fixture.producer(queue);
            sync.send(TestClient.body(0));
            OnRabbit.channel(channel -> channel.queueDelete(queue.name()));
            assertThat(async.trySend(TestClient.body(0), 7)).isTrue();
            assertThat(async.trySend(TestClient.body(0), 0)).isTrue();
            async.flush();
            fixture.await("two completions", () -> outcomes.byToken().size() == 2);
            assertThat(outcomes.byToken())
                    .containsExactlyInAnyOrderEntriesOf(
                            Map.of(7L, NO_ROUTE.formatted(queue), 0L, NO_ROUTE.formatted(queue)));
            assertFails(() -> sync.send(TestClient.body(0)), NO_ROUTE.formatted(queue));
            assertThat(fixture.failures()).isEmpty();
        }
    }

    /** RabbitMQ 4.3 of a vendor may refuse it; Debian's does not. */
    @Test
    void aQueueThatIsNotDurableIsMade() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.queue.durable", "false")) {
            ProducerSpec passing = ProducerSpecs.plain(queue, SendMode.SYNC, 1, false);
            Producer producer = fixture.produce(passing);
            TestClient.send(producer, 0, 1);
            assertThat(fixture.inbox(queue).await(1)).containsExactly(0L);
            assertThat(OnRabbit.ask("list_queues", "name", "durable")).contains(queue.name() + "\tfalse");
        }
    }

    @Test
    void aMessageToATopicWithoutSubscriptionsIsAcknowledged() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            fixture.producer(TestClient.topic()).send(TestClient.body(0));
        }
    }

    @Test
    void withMandatoryItFailsThere() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.mandatory", "true")) {
            Destination topic = TestClient.topic();
            Producer producer = fixture.producer(topic);
            assertFails(() -> producer.send(TestClient.body(0)), NO_ROUTE.formatted(topic));
        }
    }

    @Test
    void aCommitOfWhatNoQueueTakesFails() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            Producer producer = fixture.producer(queue, SendMode.TRANSACTED, (token, failure) -> {});
            producer.send(TestClient.body(0));
            producer.commit();
            OnRabbit.channel(channel -> channel.queueDelete(queue.name()));
            producer.send(TestClient.body(0));
            assertFails(producer::commit, "cannot commit: messages to " + queue + " came back: 312 NO_ROUTE");
        }
    }

    @Test
    void aMessageThatTheBrokerRefusesFails() throws Exception {
        try (TestClient fixture = OnRabbit.fixture(
                "rabbitmq.queue.arguments.x-max-length", "3",
                "rabbitmq.queue.arguments.x-overflow", "reject-publish")) {
            Producer producer = fixture.producer(queue);
            TestClient.send(producer, 0, 3);
            assertThat(catchThrowable(() -> TestClient.send(producer, 3, 13)))
                    .isInstanceOf(DriverException.class)
                    .isNotInstanceOf(UnavailableException.class)
                    .hasMessage("cannot send to " + queue + ": the broker did not take it (basic.nack)");
        }
    }

    /**
     * A policy refuses messages in the way that a dying leader does, until a new connection has found messages in the queue, which
     * a queue without a leader does not show.
     */
    @ParameterizedTest
    @ValueSource(strings = {"classic", "quorum"})
    void aQueueThatTakesNothingThoughItsArgumentsSaySoNotIsUnavailableToTheFirstConnection(String type)
            throws Exception {
        OnRabbit.refuseBeyondThree(queue.name());
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.queue.type", type)) {
            String sentence = "cannot send to " + queue + ": the broker did not take it (basic.nack)";
            Producer first = fixture.producer(queue);
            assertThat(catchThrowable(() -> TestClient.send(first, 0, 13)))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessage(sentence);
            Producer second = fixture.producer(queue);
            assertThat(catchThrowable(() -> TestClient.send(second, 0, 1)))
                    .isNotInstanceOf(UnavailableException.class)
                    .hasMessage(sentence);
        } finally {
            OnRabbit.control("clear_policy", "full");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasTakenLeavesWhenItIsFlushed(boolean confirms) throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.confirms", String.valueOf(confirms))) {
            Inbox inbox = fixture.inbox(queue);
            Producer async = fixture.producer(queue, SendMode.ASYNC, outcomes);
            assertThat(async.trySend(TestClient.body(1), 0)).isTrue();
            assertThat(async.trySend(TestClient.body(2), 1)).isTrue();
            fixture.producer(queue).send(TestClient.body(0));
            inbox.await(1);
            async.flush();
            assertThat(inbox.await(3)).isEqualTo(TestClient.numbers(0, 3));
            fixture.await("both completions", () -> outcomes.byToken().size() == 2);
        }
    }

    @Test
    void withoutConfirmsASendCompletesByItself() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.confirms", "false")) {
            Inbox inbox = fixture.inbox(queue);
            Producer async = fixture.producer(queue, SendMode.ASYNC, outcomes);
            assertThat(async.trySend(TestClient.body(0), 5)).isTrue();
            async.flush();
            assertThat(outcomes.byToken()).containsExactlyEntriesOf(Map.of(5L, Outcomes.ACKNOWLEDGED));
            inbox.await(1);
            fixture.producer(queue).send(TestClient.body(1));
            assertThat(inbox.await(2)).isEqualTo(TestClient.numbers(0, 2));
        }
    }

    @Test
    void anotherApplicationSeesWhatWasAskedFor() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.queue.arguments.x-max-priority", "9")) {
            ProducerSpec spec = ProducerSpecs.of(queue, SendMode.SYNC, parts -> {
                parts.maxInFlight = 1;
                parts.persistent = true;
                parts.body = BodyType.TEXT;
                parts.priority = Optional.of(7);
                parts.timeToLive = Duration.ofMinutes(5);
                parts.properties = Map.of("colour", "red", "weight", 5L, "share", 0.5, "fresh", true);
                parts.messageId = true;
                parts.timestamp = true;
            });
            ByteBuffer hello = ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII));
            fixture.produce(spec).send(hello);
        }
        GetResponse message = take(queue);
        assertThat(message.getBody()).asString().isEqualTo("hello");
        assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(message.getProps().getPriority()).isEqualTo(7);
        assertThat(message.getProps().getExpiration()).isEqualTo("300000");
        assertThat(message.getProps().getContentType()).isEqualTo("text/plain;charset=ISO-8859-1");
        assertThat(message.getProps().getMessageId()).isNotBlank();
        assertThat(message.getProps().getTimestamp()).isNotNull();
        assertThat(message.getProps().getHeaders())
                .hasSize(4)
                .containsEntry("weight", 5L)
                .containsEntry("share", 0.5);
        assertThat(message.getProps().getHeaders().get("colour")).hasToString("red");
        assertThat(message.getProps().getHeaders()).containsEntry("fresh", true);
    }

    @Test
    void higherPrioritiesComeFirst() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.queue.arguments.x-max-priority", "9")) {
            for (int i = 0; i < 10; i++) {
                int priority = i;
                ProducerSpec spec = ProducerSpecs.of(queue, SendMode.SYNC, parts -> {
                    parts.maxInFlight = 1;
                    parts.priority = Optional.of(priority);
                });
                fixture.produce(spec).send(TestClient.body(priority));
            }
            assertThat(fixture.inbox(queue).await(10)).containsExactly(9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L, 0L);
        }
    }

    @Test
    void aPriorityWithoutAPriorityQueueIsRefused() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            ProducerSpec spec = ProducerSpecs.of(new Destination(Destination.Kind.QUEUE, "q"), SendMode.SYNC, parts -> {
                parts.maxInFlight = 1;
                parts.priority = Optional.of(1);
            });
            assertFails(
                    () -> fixture.produce(spec),
                    "cannot create a producer for queue://q: no priorities without"
                            + " rabbitmq.queue.arguments.x-max-priority, which is the highest priority");
        }
    }

    @Test
    void aQueueThatExistsIsUsedAsItIs() throws Exception {
        OnRabbit.channel(channel -> channel.queueDeclare(queue.name(), false, false, false, Map.of("x-max-length", 2)));
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.queue.type", "quorum")) {
            TestClient.send(fixture.producer(queue), 0, 5);
        }
        assertThat(OnRabbit.count(queue.name())).isEqualTo(2);
    }

    @Test
    void aQueueCanBeReachedThroughAnExchange() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.queue.exchange", "amq.direct")) {
            fixture.producer(queue).send(TestClient.body(0));
        }
        GetResponse message = take(queue);
        assertThat(message.getEnvelope().getExchange()).isEqualTo("amq.direct");
    }

    @Test
    void aDeclarationThatTheBrokerRefusesIsReportedInItsWords() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.queue.arguments.x-max-length", "much")) {
            Destination refused = Destination.parse("queue://refused");
            assertFails(
                    () -> fixture.producer(refused),
                    "cannot create a producer for queue://refused: 406 PRECONDITION_FAILED - invalid arg 'x-max-length'"
                            + " for queue 'refused' in vhost '/'…");
            assertFails(
                    () -> fixture.client().prepare(List.of(refused)),
                    "cannot create queue://refused: 406 PRECONDITION_FAILED…");
        }
    }

    private static GetResponse take(Destination queue) throws Exception {
        GetResponse message = OnRabbit.channel(channel -> channel.basicGet(queue.name(), true));
        assertThat(message).isNotNull();
        return message;
    }
}
