package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.ReceivedNumbers;
import dev.dyno.driver.tck.TestClient;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A provider of JMS 1.1, ActiveMQ 5.16, with a broker inside its own client. */
class Jms11Test {

    private final List<Throwable> failures = new ArrayList<>();
    private Client client;
    private ClientConnection connection;

    @BeforeEach
    void connect() throws Exception {
        client = new JmsDriver()
                .open(new ClientSpec(
                        "vm://jms11?broker.persistent=false&broker.useJmx=false",
                        Optional.empty(),
                        Map.of(
                                "jms.connectionFactory", "org.apache.activemq.ActiveMQConnectionFactory",
                                "jms.individualAckMode", "4",
                                "jms.freshMessages", "always",
                                "jms.clientAcks", "sync nonPersistent"),
                        new JdkTime()));
        connection = client.connect(new ConnectionSpec(Optional.of("old"), failures::add));
    }

    @AfterEach
    void close() {
        connection.close();
        client.close();
        assertThat(failures).isEmpty();
    }

    @Test
    void whatCameWithJms2IsNotOffered() {
        assertThat(client.capabilities().toSet())
                .isEqualTo(EnumSet.complementOf(
                        EnumSet.of(Capability.ASYNC_SEND, Capability.SHARED_SUBSCRIPTIONS, Capability.FROM_EARLIEST)));
        assertThatThrownBy(() -> connection.createProducer(Specs.producer("q", SendMode.ASYNC, true), new Acks(1)))
                .isInstanceOf(DriverException.class)
                .hasMessage(
                        "cannot create a producer for queue://q: no asynchronous sends in JMS 1.1; send synchronously");
    }

    @Test
    void synchronousAndTransactedMessagesAreReceivedAndAcknowledgedOneByOne() throws Exception {
        ReceivedNumbers inbox = new ReceivedNumbers();
        connection.start();
        Producer sync = connection.createProducer(Specs.producer("q", SendMode.SYNC, true), new Acks(1));
        Producer transacted = connection.createProducer(Specs.producer("q", SendMode.TRANSACTED, false), new Acks(1));
        sync.send(TestClient.body(1));
        transacted.send(TestClient.body(2));
        transacted.commit();
        Consumer consumer =
                connection.createConsumer(Specs.consumer("q", AckMode.INDIVIDUAL, ReceiveMode.RECEIVE), inbox);
        assertThat(consumer.receive(10_000_000_000L)).isTrue();
        assertThat(consumer.receive(10_000_000_000L)).isTrue();
        consumer.acknowledge();
        consumer.close();
        Consumer rest = connection.createConsumer(Specs.consumer("q", AckMode.AUTO, ReceiveMode.RECEIVE), inbox);
        assertThat(rest.receive(10_000_000_000L)).isTrue();
        assertThat(rest.receive(0)).isFalse();
        assertThat(inbox.numbers()).containsExactly(1L, 2L, 1L);
    }

    @Test
    void aDurableSubscriptionIsMadeAndRemoved() throws Exception {
        Destination topic = Destination.parse("topic://t");
        Subscription subscription = new Subscription("kept", false, true);
        ConsumerSpec spec = Fixture.subscribes(topic, subscription);
        connection.createConsumer(spec, new ReceivedNumbers()).close();
        connection
                .createProducer(Specs.producer(topic.toString(), SendMode.SYNC, true), new Acks(1))
                .send(TestClient.body(1));
        ReceivedNumbers inbox = new ReceivedNumbers();
        Consumer consumer = connection.createConsumer(spec, inbox);
        connection.start();
        assertThat(inbox.await(1)).containsExactly(1L);
        consumer.close();
        connection.unsubscribe(topic, subscription);
    }

    @Test
    void onlyWhatTheSpecificationPromisesIsCalledAcknowledgedByTheBroker() {
        assertThat(client.semantics(Specs.producer("q", SendMode.SYNC, true)).acknowledgedBy())
                .isEqualTo(AcknowledgedBy.BROKER);
        assertThat(client.semantics(Specs.producer("q", SendMode.SYNC, false)).acknowledgedBy())
                .isEqualTo(AcknowledgedBy.CLIENT);
        assertThat(client.semantics(Specs.producer("q", SendMode.TRANSACTED, false))
                        .acknowledgedBy())
                .isEqualTo(AcknowledgedBy.BROKER);
    }
}
