package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.TestClient;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A provider of JMS 1.1, ActiveMQ 5.16, with a broker inside its own client. */
class Jms11Test {

    private TestClient client;

    @BeforeEach
    void connect() throws Exception {
        ClientSpec spec = new ClientSpec(
                "vm://jms11?broker.persistent=false&broker.useJmx=false",
                Optional.empty(),
                Map.of(
                        "jms.connectionFactory", "org.apache.activemq.ActiveMQConnectionFactory",
                        "jms.individualAckMode", "4",
                        "jms.freshMessages", "always",
                        "jms.clientAcks", "sync nonPersistent"),
                new JdkTime());
        client = new TestClient(spec, Optional.of("old"));
    }

    @AfterEach
    void close() {
        client.close();
        assertThat(client.failures()).isEmpty();
    }

    @Test
    void whatCameWithJms2IsNotOffered() {
        assertThat(client.client().capabilities().toSet())
                .isEqualTo(EnumSet.complementOf(
                        EnumSet.of(Capability.ASYNC_SEND, Capability.SHARED_SUBSCRIPTIONS, Capability.FROM_EARLIEST)));
        assertFails(
                DriverException.class,
                () -> client.produce(Specs.producer("q", SendMode.ASYNC, true)),
                "cannot create a producer for queue://q: no asynchronous sends in JMS 1.1; send synchronously");
    }

    @Test
    void synchronousAndTransactedMessagesAreReceivedAndAcknowledgedOneByOne() throws Exception {
        client.connection().start();
        Producer sync = client.produce(Specs.producer("q", SendMode.SYNC, true));
        Producer transacted = client.produce(Specs.producer("q", SendMode.TRANSACTED, false));
        sync.send(TestClient.body(1));
        transacted.send(TestClient.body(2));
        transacted.commit();
        Inbox inbox = client.consume(Specs.consumer("q", AckMode.INDIVIDUAL, ReceiveMode.RECEIVE));
        assertThat(inbox.receive(2)).containsExactly(1L, 2L);
        inbox.consumer().acknowledge();
        inbox.consumer().close();
        Inbox rest = client.consume(Specs.consumer("q", AckMode.AUTO, ReceiveMode.RECEIVE));
        assertThat(rest.receive(1)).containsExactly(1L);
        assertThat(rest.consumer().receive(0)).isFalse();
    }

    @Test
    void aDurableSubscriptionIsMadeAndRemoved() throws Exception {
        Destination topic = Destination.parse("topic://t");
        Subscription subscription = new Subscription("kept", false, true);
        ConsumerSpec spec = TestClient.subscribes(topic, subscription);
        client.consume(spec).consumer().close();
        client.produce(Specs.producer(topic.toString(), SendMode.SYNC, true)).send(TestClient.body(1));
        Inbox inbox = client.consume(spec);
        client.connection().start();
        assertThat(inbox.await(1)).containsExactly(1L);
        inbox.consumer().close();
        client.connection().unsubscribe(topic, subscription);
    }

    @Test
    void onlyWhatTheSpecificationPromisesIsCalledAcknowledgedByTheBroker() {
        assertThat(client.client()
                        .semantics(Specs.producer("q", SendMode.SYNC, true))
                        .acknowledgedBy())
                .isEqualTo(AcknowledgedBy.BROKER);
        assertThat(client.client()
                        .semantics(Specs.producer("q", SendMode.SYNC, false))
                        .acknowledgedBy())
                .isEqualTo(AcknowledgedBy.CLIENT);
        assertThat(client.client()
                        .semantics(Specs.producer("q", SendMode.TRANSACTED, false))
                        .acknowledgedBy())
                .isEqualTo(AcknowledgedBy.BROKER);
    }
}
