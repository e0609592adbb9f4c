package dev.dyno.driver.rabbitmq;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Connection;
import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Prefetch, acknowledgements and subscriptions. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
class ReceiveTest {

    private final Destination topic = TestClient.topic();
    private final Destination queue = TestClient.queue();

    @Test
    void noMoreThanThePrefetchIsUnderWay() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.prefetch", "7")) {
            Inbox inbox = fixture.inbox(TestClient.receives(queue, AckMode.CLIENT));
            TestClient.send(fixture.producer(queue), 0, 20);
            assertThat(inbox.await(7)).isEqualTo(TestClient.numbers(0, 7));
            assertThat(OnRabbit.count(queue.name())).isEqualTo(13);
            inbox.consumer().acknowledge();
            assertThat(inbox.await(14)).isEqualTo(TestClient.numbers(0, 14));
            assertThat(OnRabbit.count(queue.name())).isEqualTo(6);
        }
    }

    @Test
    void noAcknowledgementWaitsForAMessageThatIsStillToCome() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.prefetch", "64")) {
            TestClient.send(fixture.producer(queue), 0, 500);
            Inbox inbox = fixture.inbox(queue);
            assertThat(inbox.await(500)).isEqualTo(TestClient.numbers(0, 500));
            OnRabbit.control("close_all_connections", "test");
            fixture.await("the failure", () -> !fixture.failures().isEmpty());
        }
        assertThat(OnRabbit.count(queue.name())).isZero();
    }

    @Test
    void multipleAcknowledgementsComeByTheNumber() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.multi-ack", "20")) {
            Inbox inbox = fixture.inbox(queue);
            TestClient.send(fixture.producer(queue), 0, 42);
            inbox.await(42);
            OnRabbit.control("close_all_connections", "test");
            fixture.await("the failure", () -> !fixture.failures().isEmpty());
        }
        assertThat(OnRabbit.count(queue.name())).isEqualTo(2);
    }

    @Test
    void whatIsLeftOfAMultipleAcknowledgementIsDoneAtTheEnd() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.multi-ack", "100")) {
            Producer producer = fixture.producer(queue);
            Inbox inbox = fixture.inbox(queue);
            TestClient.send(producer, 0, 42);
            inbox.await(42);
            inbox.close();
        }
        assertThat(OnRabbit.count(queue.name())).isZero();
    }

    @Test
    void withAutoAckNothingIsAcknowledged() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.auto-ack", "true", "rabbitmq.prefetch", "1")) {
            Inbox inbox = fixture.inbox(queue);
            TestClient.send(fixture.producer(queue), 0, 300);
            assertThat(inbox.await(300)).isEqualTo(TestClient.numbers(0, 300));
            assertFails(
                    () -> fixture.inbox(TestClient.receives(queue, AckMode.TRANSACTED)),
                    "…there is nothing to commit with rabbitmq.auto-ack=true; leave it out");
        }
        assertThat(OnRabbit.count(queue.name())).isZero();
    }

    @Test
    void withAutoAckNoMoreThanTheNumberIsTaken() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            TestClient.send(fixture.producer(queue), 0, 30);
        }
        Loads.receive(OnRabbit.spec(Map.of("rabbitmq.auto-ack", "true")), queue, 10);
        assertThat(OnRabbit.count(queue.name())).isEqualTo(20);
    }

    /** 200 messages, each of which takes a millisecond: most have arrived and wait when the consumer leaves. */
    @Test
    void withAutoAckWhatHasArrivedAtAConsumerThatLeavesIsDelivered() throws Exception {
        AtomicInteger received = new AtomicInteger();
        ClientSpec spec = OnRabbit.spec(Map.of("rabbitmq.auto-ack", "true"));
        try (TestClient tested = new TestClient(spec)) {
            Consumer consumer = tested.connection().createConsumer(TestClient.listening(queue.toString()), body -> {
                received.incrementAndGet();
                LockSupport.parkNanos(1_000_000);
            });
            tested.connection().start();
            Producer producer = tested.produce(TestClient.producing(queue.toString(), SendMode.ASYNC));
            tested.sendAll(producer, 200);
            assertThat(tested.acknowledged()).isEqualTo(200);
            consumer.leave();
            tested.connection().stop();
            consumer.close();
        }
        assertThat(received.get() + OnRabbit.count(queue.name())).isEqualTo(200);
    }

    @Test
    void withoutAPrefetchLimitAStoppedConsumerLosesNothing() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.prefetch", "0")) {
            ClientConnection connection = fixture.connection();
            Inbox inbox = fixture.consume(TestClient.receives(queue, AckMode.AUTO));
            Producer producer = fixture.producer(queue);
            for (int round = 0; round < 10; round++) {
                connection.start();
                TestClient.send(producer, round * 20, round * 20 + 20);
                connection.stop();
                int stopped = inbox.count();
                assertThat(stopped).isLessThanOrEqualTo(round * 20 + 20);
                assertThat(inbox.numbers()).hasSize(stopped);
            }
            connection.start();
            assertThat(inbox.await(200)).isEqualTo(TestClient.numbers(0, 200));
        }
    }

    @Test
    void anUnsharedSubscriptionTakesOneConsumer() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            Subscription alone = new Subscription("alone", false, true);
            Inbox first = fixture.inbox(TestClient.subscribes(topic, alone));
            assertFails(
                    () -> fixture.inbox(TestClient.subscribes(topic, alone)),
                    "cannot create a consumer of " + topic + ": subscription alone has one already, and is not shared");
            try (TestClient elsewhere = OnRabbit.fixture()) {
                assertFails(
                        () -> elsewhere.inbox(TestClient.subscribes(topic, alone)),
                        "cannot start deliveries: 403 ACCESS_REFUSED - queue '" + topic.name()
                                + "::alone' in vhost '/' in exclusive use…");
            }
            first.consumer().close();
            fixture.connection().unsubscribe(topic, alone);
        }
    }

    @Test
    void aSharedSubscriptionThatIsNotDurableGoesWithItsLastConsumer() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            Subscription shared = new Subscription("shared", true, false);
            Inbox first = fixture.inbox(TestClient.subscribes(topic, shared));
            Inbox second = fixture.inbox(TestClient.subscribes(topic, shared));
            first.close();
            TestClient.send(fixture.producer(topic), 0, 3);
            assertThat(second.await(3)).isEqualTo(TestClient.numbers(0, 3));
            String queue = topic.name() + ":shared";
            assertThat(exists(queue)).isTrue();
            second.close();
            assertThat(exists(queue)).isFalse();
        }
    }

    @Test
    void aTopicExchangeRoutesByKey() throws Exception {
        try (TestClient consuming =
                        OnRabbit.fixture("rabbitmq.exchange.type", "topic", "rabbitmq.binding-key", "price.#");
                TestClient wanted =
                        OnRabbit.fixture("rabbitmq.routing-key", "price.gold", "rabbitmq.mandatory", "true");
                TestClient other =
                        OnRabbit.fixture("rabbitmq.routing-key", "news.gold", "rabbitmq.mandatory", "true")) {
            Inbox inbox = consuming.inbox(topic);
            assertFails(() -> TestClient.send(other.producer(topic), 0, 1), "…312 NO_ROUTE…");
            TestClient.send(wanted.producer(topic), 1, 2);
            assertThat(inbox.await(1)).containsExactly(1L);
        }
    }

    @Test
    void pollingStopsWhileTheConnectionIsStopped() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            Inbox inbox = fixture.consume(new ConsumerSpec(queue, AckMode.AUTO, ReceiveMode.RECEIVE));
            TestClient.send(fixture.producer(queue), 0, 1);
            assertThat(inbox.consumer().receive(1_000_000)).isFalse();
            fixture.connection().start();
            assertThat(inbox.consumer().receive(0)).isTrue();
            assertThat(inbox.numbers()).containsExactly(0L);
        }
    }

    /** The consumer of a plain client stands for the one of the broken connection that the broker has not given up. */
    @Test
    void whatIsLeftIsUnknownWhileTheBrokerCountsAConsumerOfABrokenConnection() throws Exception {
        try (TestClient fixture = OnRabbit.fixture()) {
            fixture.inbox(queue);
            OnRabbit.control("close_all_connections", "test");
            fixture.await("the failure", () -> !fixture.failures().isEmpty());
            Inbox inbox;
            try (Connection held = OnRabbit.connect()) {
                BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();
                held.createChannel()
                        .basicConsume(queue.name(), false, (tag, message) -> bodies.add(message.getBody()), tag -> {});
                TestClient.send(fixture.producer(queue), 0, 1);
                assertThat(bodies.poll(10, TimeUnit.SECONDS))
                        .isEqualTo(TestClient.body(0).array());
                inbox = fixture.inbox(queue);
                assertThat(OnRabbit.count(queue.name())).isZero();
                assertThat(inbox.consumer().messagesLeft()).isEmpty();
            }
            assertThat(inbox.await(1)).containsExactly(0L);
            fixture.await("the broker to give it up", () -> left(inbox).isPresent());
            assertThat(left(inbox)).hasValue(0L);
        }
    }

    @Test
    void whatIsLeftIsUnknownWhileTheLeaderOfAQuorumQueueDoesNotAnswer() throws Exception {
        try (TestClient fixture = OnRabbit.fixture("rabbitmq.queue.type", "quorum")) {
            Inbox inbox = fixture.inbox(queue);
            assertThat(left(inbox)).hasValue(0L);
            String leader = "whereis('%2F_" + queue.name() + "')";
            OnRabbit.control("eval", "sys:suspend(" + leader + ").");
            try {
                assertThat(left(inbox)).isEmpty();
            } finally {
                OnRabbit.control("eval", "sys:resume(" + leader + ").");
            }
            fixture.await("the leader to answer", () -> left(inbox).isPresent());
        }
    }

    private static Optional<Long> left(Inbox inbox) {
        try {
            return inbox.consumer().messagesLeft().map(MessagesLeft::total);
        } catch (DriverException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean exists(String queue) throws IOException, TimeoutException {
        try (Connection connection = OnRabbit.connect()) {
            return Channels.exists(connection, channel -> channel.queueDeclarePassive(queue));
        }
    }
}
