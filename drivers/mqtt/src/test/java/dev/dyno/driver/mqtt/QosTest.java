package dev.dyno.driver.mqtt;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttUtf8String;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.dyno.broker.process.real.SharedBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.LeavingConsumer;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour beyond the contract: the other qualities of service, and the packets on the wire. */
@Tag("broker")
class QosTest {

    private static final int MESSAGES = 5_000;
    private static final int HALF = 5_000;

    @RegisterExtension
    private static final SharedBroker BROKER = new SharedBroker(Mosquitto.SPEC, "mqtt");

    /** A shared subscription ends with its session, and what was assigned to it with both. */
    @ParameterizedTest
    @CsvSource({"3, 0", "5, 0", "5, 1"})
    void whatHasArrivedAtAConsumerThatLeavesIsDelivered(String version, String qos) throws DriverException {
        ClientSpec spec = BROKER.spec(Map.of("mqtt.version", version, "mqtt.qos", qos));
        try (TestClient leaving = new TestClient(spec);
                TestClient staying = new TestClient(spec);
                TestClient sending = new TestClient(spec)) {
            LeavingConsumer.takesWhatHasArrived(leaving, staying, sending);
        }
    }

    /** The broker has 10,000 messages for a consumer that leaves, of which 200 are on their way, and stands still for 300 ms after a half. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void whatABrokerHoldsForAConsumerThatLeavesIsDeliveredHoweverSlowItIs(String qos) throws DriverException {
        String queue = "queue://still-" + qos;
        AtomicInteger received = new AtomicInteger();
        try (TestClient tested = BROKER.open(Map.of("mqtt.qos", qos))) {
            Consumer consumer = tested.connection().createConsumer(TestClient.listening(queue), body -> {
                if (received.incrementAndGet() == HALF) {
                    BROKER.get().pause();
                }
            });
            Producer producer = tested.produce(TestClient.producing(queue, SendMode.ASYNC));
            tested.sendAll(producer, 2 * HALF);
            assertThat(tested.acknowledged()).isEqualTo(2 * HALF);
            CompletableFuture<Void> left = CompletableFuture.runAsync(() -> leaveAndClose(consumer));
            tested.connection().start();
            tested.await("half of the messages", () -> received.get() >= HALF);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
            BROKER.get().resume();
            left.join();
            assertThat(received).hasValue(2 * HALF);
        }
    }

    private static void leaveAndClose(Consumer consumer) {
        try {
            consumer.leave();
            consumer.close();
        } catch (DriverException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 0", "5, 0", "3, 2", "5, 2"})
    void everyMessageArrivesOnceInOrder(String version, String qos) throws DriverException {
        String topic = "topic://once-" + version + "-" + qos;
        try (TestClient tested = BROKER.open(Map.of("mqtt.version", version, "mqtt.qos", qos))) {
            Inbox inbox = tested.consume(TestClient.listening(topic));
            tested.connection().start();
            tested.sendAll(tested.produce(TestClient.producing(topic, SendMode.ASYNC)), MESSAGES);
            assertThat(inbox.await(MESSAGES)).isEqualTo(TestClient.numbers(0, MESSAGES));
            assertThat(tested.failedSends()).isEmpty();
            assertThat(tested.failures()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, AT_MOST_ONCE", "1, AT_LEAST_ONCE", "2, EXACTLY_ONCE"})
    void messagesTravelAsTheSettingsSay(String qos, MqttQos expected) throws Exception {
        Mqtt5BlockingClient plain = Mosquitto.client(BROKER.get());
        try (Mqtt5BlockingClient.Mqtt5Publishes publishes = plain.publishes(MqttGlobalPublishFilter.ALL);
                TestClient tested = BROKER.open(Map.of("mqtt.qos", qos))) {
            plain.subscribeWith()
                    .topicFilter("wire/" + qos)
                    .qos(MqttQos.EXACTLY_ONCE)
                    .send();
            Producer producer = tested.produce(TestClient.producing(
                    "queue://wire/" + qos, SendMode.SYNC, false, Map.of("colour", "red", "weight", 5L)));
            producer.send(TestClient.body(3));
            Mqtt5Publish message = publishes.receive(10, TimeUnit.SECONDS).orElseThrow();
            assertThat(message.getQos()).isEqualTo(expected);
            assertThat(message.isRetain()).isFalse();
            assertThat(message.getPayloadAsBytes()).isEqualTo(TestClient.body(3).array());
            assertThat(List.<Mqtt5UserProperty>copyOf(
                            message.getUserProperties().asList()))
                    .containsExactlyInAnyOrder(
                            Mqtt5UserProperty.of("colour", "red"), Mqtt5UserProperty.of("weight", "5"));
        } finally {
            plain.disconnect();
        }
    }

    private static ProducerSpec expiringAfter(Duration time) {
        return ProducerSpecs.of(Destination.parse("topic://expiring"), SendMode.SYNC, parts -> parts.timeToLive = time);
    }

    /** The broker counts the time down: a subscriber that comes later learns what is left. */
    @Test
    void messagesBearTheirExpiryAndTheirContentType() throws Exception {
        Mqtt5BlockingClient plain = Mosquitto.client(BROKER.get());
        try (Mqtt5BlockingClient.Mqtt5Publishes publishes = plain.publishes(MqttGlobalPublishFilter.ALL);
                TestClient tested = BROKER.open(Map.of("mqtt.content-type", "application/json"))) {
            plain.subscribeWith().topicFilter("expiring").send();
            Producer producer = tested.produce(expiringAfter(Duration.ofSeconds(30)));
            producer.send(TestClient.body(3));
            Mqtt5Publish message = publishes.receive(10, TimeUnit.SECONDS).orElseThrow();
            assertThat(message.getMessageExpiryInterval().orElseThrow()).isBetween(28L, 30L);
            assertThat(message.getContentType()).contains(MqttUtf8String.of("application/json"));
            assertFails(
                    () -> tested.produce(expiringAfter(Duration.ofMillis(1_500))),
                    "time to live: 1500ms; must be whole seconds, 4294967295 at the most, in which MQTT 5 counts it");
        } finally {
            plain.disconnect();
        }
    }

    @ParameterizedTest
    @CsvSource({"3", "5"})
    void aRetainedMessageIsThereForThoseWhoComeLater(String version) throws Exception {
        String topic = "kept-" + version;
        Map<String, String> settings = Map.of("mqtt.version", version, "mqtt.retain", "true");
        try (TestClient tested = BROKER.open(settings)) {
            Producer producer = tested.produce(TestClient.producing("topic://" + topic, SendMode.SYNC));
            producer.send(TestClient.body(3));
            producer.send(TestClient.body(4));
        }
        Mqtt5BlockingClient plain = Mosquitto.client(BROKER.get());
        try (Mqtt5BlockingClient.Mqtt5Publishes publishes = plain.publishes(MqttGlobalPublishFilter.ALL)) {
            plain.subscribeWith().topicFilter(topic).send();
            Mqtt5Publish message = publishes.receive(10, TimeUnit.SECONDS).orElseThrow();
            assertThat(message.isRetain()).isTrue();
            assertThat(message.getPayloadAsBytes()).isEqualTo(TestClient.body(4).array());
        } finally {
            plain.disconnect();
        }
    }

    @ParameterizedTest
    @CsvSource({"3", "5"})
    void retainedMessagesOfOthersAreNotReceived(String version) throws DriverException {
        String topic = "retained-" + version;
        Mqtt5BlockingClient plain = Mosquitto.client(BROKER.get());
        plain.publishWith()
                .topic(topic)
                .payload(TestClient.body(-1).array())
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .send();
        plain.disconnect();
        try (TestClient tested = BROKER.open(Map.of("mqtt.version", version))) {
            Inbox inbox = tested.consume(TestClient.listening("topic://" + topic));
            tested.connection().start();
            Producer producer = tested.produce(TestClient.producing("topic://" + topic, SendMode.ASYNC));
            tested.send(producer, 1);
            assertThat(inbox.await(1)).containsExactly(1L);
        }
    }

    @Test
    void aWindowThatIsFullIsNotBlockedIn() throws DriverException {
        try (TestClient tested = BROKER.open(Map.of("mqtt.send-maximum", "1"))) {
            tested.sendAll(tested.produce(TestClient.producing("topic://window", SendMode.ASYNC)), 500);
            assertThat(tested.failedSends()).isEmpty();
        }
    }

    private static ConsumerSpec durable(String topic, String name) {
        return TestClient.subscribes(Destination.parse(topic), new Subscription(name, false, true));
    }

    @ParameterizedTest
    @CsvSource({"3", "5"})
    void whatWasNotReceivedComesAgainToADurableSubscription(String version) throws DriverException {
        ClientSpec spec = BROKER.spec(Map.of("mqtt.version", version));
        ConsumerSpec durable = durable("topic://durable-" + version, "s");
        try (TestClient first = new TestClient(spec, Optional.of("again" + version))) {
            // Never started: what comes is not acknowledged.
            first.consume(durable);
            first.sendAll(first.produce(TestClient.producing("topic://durable-" + version, SendMode.ASYNC)), 10);
            assertThat(first.acknowledged()).isEqualTo(10);
        }
        try (TestClient second = new TestClient(spec, Optional.of("again" + version))) {
            second.consume(durable).consumer().close();
            Inbox inbox = second.consume(durable);
            second.connection().start();
            assertThat(inbox.await(10)).isEqualTo(TestClient.numbers(0, 10));
        }
    }

    @Test
    void aDurableSubscriptionNeedsAClientIdAndAQosAbove0() throws DriverException {
        try (TestClient anonymous = BROKER.open(Map.of());
                TestClient forgetful = new TestClient(BROKER.spec(Map.of("mqtt.qos", "0")), Optional.of("id"))) {
            assertFails(
                    () -> anonymous.consume(durable("topic://t", "s")),
                    "a durable subscription of MQTT is a session of a client id; set a client id");
            assertFails(
                    () -> forgetful.consume(durable("topic://t", "s")),
                    "cannot create a consumer of topic://t: no durable subscriptions with mqtt.qos=0, which stores no"
                            + " message for a disconnected subscriber; must be 1 or 2");
        }
    }
}
