package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Consumer;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.Acks;
import dev.dyno.driver.tck.Inbox;
import dev.dyno.driver.tck.Trial;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
@Tag("broker")
class SubscriptionTest extends OnArtemis {

    private static final int COUNT = 100;
    private static final List<Long> ALL = LongStream.range(0, COUNT).boxed().toList();

    @ParameterizedTest
    @EnumSource(Provider.class)
    void eachPlainSubscriberGetsEverything(Provider provider) throws Exception {
        String topic = "topic://plain-" + provider;
        Inbox one = new Inbox();
        Inbox two = new Inbox();
        try (Trial link = Link.open(provider, broker)) {
            link.connection().createConsumer(Specs.consumer(topic, AckMode.AUTO, ReceiveMode.LISTENER), one);
            link.connection().createConsumer(Specs.consumer(topic, AckMode.AUTO, ReceiveMode.LISTENER), two);
            link.connection().start();
            send(link, topic);
            assertThat(one.await(COUNT)).isEqualTo(ALL);
            assertThat(two.await(COUNT)).isEqualTo(ALL);
        }
    }

    @ParameterizedTest
    @CsvSource({"CORE, false", "CORE, true", "AMQP, false", "AMQP, true"})
    void theSubscribersOfASharedSubscriptionGetEachMessageOnce(Provider provider, boolean durable) throws Exception {
        String topic = "topic://shared-" + provider + "-" + durable;
        Subscription subscription = new Subscription("common", true, durable);
        Inbox both = new Inbox();
        try (Trial link = Link.open(provider, broker);
                Trial other = Link.open(provider, broker)) {
            Consumer first = link.connection().createConsumer(Specs.subscriber(topic, subscription), both);
            Consumer second = other.connection().createConsumer(Specs.subscriber(topic, subscription), both);
            link.connection().start();
            other.connection().start();
            send(link, topic);
            assertThat(both.await(COUNT)).containsExactlyInAnyOrderElementsOf(ALL);
            first.close();
            second.close();
            link.connection().unsubscribe(Destination.parse(topic), subscription);
        }
    }

    @ParameterizedTest
    @CsvSource({"CORE, false", "CORE, true", "AMQP, false", "AMQP, true"})
    void aDurableSubscriptionKeepsWhatCameMeanwhileUntilItIsRemoved(Provider provider, boolean shared)
            throws Exception {
        String topic = "topic://durable-" + provider + "-" + shared;
        Subscription subscription = new Subscription("kept", shared, true);
        Optional<String> clientId = Optional.of("client-" + provider + "-" + shared);
        try (Trial link = Link.open(provider, broker, clientId)) {
            link.connection()
                    .createConsumer(Specs.subscriber(topic, subscription), new Inbox())
                    .close();
        }
        try (Trial other = Link.open(provider, broker)) {
            send(other, topic);
        }
        try (Trial link = Link.open(provider, broker, clientId)) {
            Inbox inbox = new Inbox();
            Consumer consumer = link.connection().createConsumer(Specs.subscriber(topic, subscription), inbox);
            link.connection().start();
            assertThat(inbox.await(COUNT)).isEqualTo(ALL);
            consumer.close();
            link.connection().unsubscribe(Destination.parse(topic), subscription);
            send(link, topic);
            Inbox afterwards = new Inbox();
            Consumer again = link.connection().createConsumer(Specs.subscriber(topic, subscription), afterwards);
            send(link, topic);
            assertThat(afterwards.await(COUNT)).isEqualTo(ALL);
            again.close();
            link.connection().unsubscribe(Destination.parse(topic), subscription);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void unsubscribingBeforeTheConsumerIsClosedFailsWithASentence(Provider provider) throws Exception {
        Destination topic = Destination.parse("topic://early-" + provider);
        Subscription subscription = new Subscription("early", false, true);
        try (Trial link = Link.open(provider, broker, Optional.of("early-" + provider))) {
            Consumer consumer =
                    link.connection().createConsumer(Specs.subscriber(topic.toString(), subscription), new Inbox());
            assertThatThrownBy(() -> link.connection().unsubscribe(topic, subscription))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("cannot unsubscribe early from " + topic + ": ")
                    .hasMessageNotContaining("\n");
            consumer.close();
            link.connection().unsubscribe(topic, subscription);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void unsubscribingWhatIsNotDurableDoesNothing(Provider provider) throws Exception {
        Subscription subscription = new Subscription("fleeting", true, false);
        try (Trial link = Link.open(provider, broker)) {
            link.connection().unsubscribe(Destination.parse("topic://fleeting"), subscription);
            assertThat(link.failures()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void anUnsharedDurableSubscriptionWithoutAClientIdIsRefused(Provider provider) throws Exception {
        try (Trial link = Link.open(provider, broker)) {
            Subscription subscription = new Subscription("nameless", false, true);
            assertThatThrownBy(() -> link.connection()
                            .createConsumer(Specs.subscriber("topic://nameless", subscription), new Inbox()))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("cannot create a consumer of topic://nameless: ");
        }
    }

    private static void send(Trial link, String topic) throws DriverException {
        Producer producer =
                link.connection().createProducer(Specs.producer(topic, SendMode.TRANSACTED, false), new Acks(1));
        for (int i = 0; i < COUNT; i++) {
            producer.send(Specs.body(i));
        }
        producer.commit();
        producer.close();
    }
}
