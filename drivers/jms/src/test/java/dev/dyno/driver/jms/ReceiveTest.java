package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.proxy.Tap;
import dev.dyno.engine.proxy.TcpProxy;
import dev.dyno.engine.proxy.Way;
import dev.dyno.engine.proxy.WireConditions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.activemq.artemis.core.server.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
@Tag("broker")
class ReceiveTest extends OnArtemis {

    @Test
    void brokerBehindAFailoverUrlSaysWhatIsLeft() throws Exception {
        String url = "failover:(" + Provider.AMQP.url(broker.port()) + ")";
        try (TestClient link = new TestClient(Provider.AMQP.spec(url))) {
            send(link, "failover", 7);
            Inbox inbox = link.consume(Specs.consumer("failover", AckMode.AUTO, ReceiveMode.RECEIVE));
            assertThat(inbox.consumer().messagesLeft()).hasValue(MessagesLeft.ofBroker(7));
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aFailingListenerIsReportedOnceAndTheMessageIsNotDeliveredAgain(Provider provider) throws Exception {
        String queue = "failing-" + provider;
        try (TestClient link = provider.open(broker)) {
            send(link, queue, 3);
            List<Long> received = new CopyOnWriteArrayList<>();
            link.connection().createConsumer(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.LISTENER), body -> {
                received.add(body.getLong(body.position()));
                throw new DriverException("no luck with message " + received.size());
            });
            link.connection().start();
            link.await("three messages", () -> received.size() >= 3);
            link.connection().stop();
            assertThat(received).containsExactly(0L, 1L, 2L);
            assertThat(link.failures())
                    .singleElement()
                    .satisfies(failure -> assertSentence(failure, "no luck with message 1"));
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aFailingListenerFailsTheReceive(Provider provider) throws Exception {
        String queue = "failing-receive-" + provider;
        try (TestClient link = provider.open(broker)) {
            send(link, queue, 1);
            Consumer consumer = link.connection()
                    .createConsumer(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.RECEIVE), body -> {
                        throw new IllegalStateException("broken listener");
                    });
            link.connection().start();
            assertThatThrownBy(() -> consumer.receive(10_000_000_000L)).hasMessage("broken listener");
            assertThat(link.failures())
                    .singleElement()
                    .extracting(Throwable::getMessage)
                    .isEqualTo("broken listener");
        }
    }

    /** Fetched messages that the session hands back beside the rejected one come again. */
    @ParameterizedTest
    @EnumSource
    void whereAMessageIsDeliveredOnceARecoveryRejectsIt(ReceiveMode mode) throws Exception {
        String queue = TestBroker.ONCE + mode;
        List<Long> received = new CopyOnWriteArrayList<>();
        List<Consumer> made = new ArrayList<>();
        try (TestClient link = new TestClient(
                Provider.CORE.spec(Provider.CORE.url(broker.port()), Map.of("jms.rejection", "recover")))) {
            send(link, queue, 5);
            made.add(link.connection().createConsumer(Specs.consumer(queue, AckMode.INDIVIDUAL, mode), body -> {
                received.add(body.getLong(body.position()));
                if (received.size() == 2) {
                    made.get(0).reject();
                } else {
                    made.get(0).acknowledge();
                }
            }));
            link.connection().start();
            for (int i = 0; mode == ReceiveMode.RECEIVE && i < 5; i++) {
                assertThat(made.get(0).receive(10_000_000_000L)).isTrue();
            }
            link.await("five messages", () -> received.size() >= 5);
            assertThat(received).containsExactly(0L, 1L, 2L, 3L, 4L);
            assertThat(link.failures()).isEmpty();
        }
        assertThat(broker.queues(queue)).singleElement().satisfies(left -> assertThat(left.getMessageCount())
                .isZero());
    }

    /** Artemis's client would take the answer to the first acknowledgement, which comes late, for that to the recovery. */
    @Test
    void aRecoveryAcrossADelayHandsNoMessageBackThatWillBeDelivered() throws Exception {
        String queue = TestBroker.ONCE + "delayed";
        InetAddress host = InetAddress.getLoopbackAddress();
        List<Long> received = new CopyOnWriteArrayList<>();
        List<Consumer> made = new ArrayList<>();
        try (TestClient near = Provider.CORE.open(broker);
                TcpProxy proxy =
                        TcpProxy.open(host, new InetSocketAddress(host, broker.port()), new JdkTime(), Tap.NONE, 0)) {
            Producer producer = near.produce(Specs.producer(queue, SendMode.SYNC, false));
            TestClient.send(producer, 0, 2);
            Queue left = broker.queues(queue).get(0);
            try (TestClient far = new TestClient(
                    Provider.CORE.spec(Provider.CORE.url(proxy.port()), Map.of("jms.rejection", "recover")))) {
                made.add(far.connection()
                        .createConsumer(Specs.consumer(queue, AckMode.INDIVIDUAL, ReceiveMode.LISTENER), body -> {
                            received.add(body.getLong(body.position()));
                            if (received.size() == 2) {
                                TestClient.send(producer, 2, 5);
                                near.await("three messages on their way", () -> left.getDeliveringCount() == 4);
                                made.get(0).reject();
                            } else {
                                made.get(0).acknowledge();
                            }
                        }));
                proxy.set(Way.TO_CLIENT, WireConditions.CLEAR.withDelay(Duration.ofMillis(50)));
                far.connection().start();
                near.await("an empty queue", () -> left.getMessageCount() == 0);
                assertThat(far.failures()).isEmpty();
            }
            assertThat(received).containsExactly(0L, 1L, 2L, 3L, 4L);
        }
    }

    /** A receive that crosses the close of its consumer has no answer; the library waits for one, a minute if nobody says less. */
    @Test
    @Tag("nightly")
    void aReceiveOfAClosedConsumerOfAmqpEnds() throws Exception {
        String queue = "closed-under-a-receive";
        try (TestClient link = Provider.AMQP.open(broker)) {
            send(link, queue, 1);
            Inbox inbox = link.consume(Specs.consumer(queue, AckMode.AUTO, ReceiveMode.RECEIVE));
            link.connection().start();
            inbox.receive(1);
            broker.destroy(queue);
            long beganNs = System.nanoTime();
            assertThatThrownBy(() -> {
                        while (System.nanoTime() - beganNs < 30_000_000_000L) {
                            inbox.consumer().receive(0);
                        }
                    })
                    .isInstanceOf(DriverException.class);
            assertThat(System.nanoTime() - beganNs).isLessThan(20_000_000_000L);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aMessageOfAnotherKindHasAnEmptyBody(Provider provider) throws Exception {
        String queue = "map-" + provider;
        try (TestClient link = provider.open(broker);
                RawClient raw = new RawClient(provider, broker)) {
            raw.sendMap(queue);
            List<Integer> lengths = new ArrayList<>();
            Consumer consumer = link.connection()
                    .createConsumer(
                            Specs.consumer(queue, AckMode.AUTO, ReceiveMode.RECEIVE),
                            body -> lengths.add(body.remaining()));
            link.connection().start();
            assertThat(consumer.receive(10_000_000_000L)).isTrue();
            assertThat(lengths).containsExactly(0);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aWrongSelectorIsRefused(Provider provider) throws Exception {
        try (TestClient link = provider.open(broker)) {
            assertFails(
                    () -> link.consume(Specs.selecting("wrong-" + provider, "colour = = 'red'")),
                    "cannot create a consumer of queue://wrong-" + provider + ": …");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void unsubscribingWhatIsNotDurableDoesNothing(Provider provider) throws Exception {
        Subscription subscription = new Subscription("fleeting", true, false);
        try (TestClient link = provider.open(broker)) {
            link.connection().unsubscribe(Destination.parse("topic://fleeting"), subscription);
            assertThat(link.failures()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void anUnsharedDurableSubscriptionWithoutAClientIdIsRefused(Provider provider) throws Exception {
        try (TestClient link = provider.open(broker)) {
            Subscription subscription = new Subscription("nameless", false, true);
            assertFails(
                    () -> link.consume(TestClient.subscribes(Destination.parse("topic://nameless"), subscription)),
                    "cannot create a consumer of topic://nameless: …");
        }
    }

    private static void send(TestClient link, String queue, int count) throws DriverException {
        Producer producer = link.produce(Specs.producer(queue, SendMode.TRANSACTED, false));
        TestClient.send(producer, 0, count);
        producer.commit();
        producer.close();
    }
}
