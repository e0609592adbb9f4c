package dev.dyno.driver.pulsar;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.Subscription;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import org.apache.pulsar.client.api.SubscriptionType;

/** Refuses what Pulsar or this driver does not support. */
final class Refusals {

    private Refusals() {}

    static void check(ProducerSpec producer, PulsarSettings settings, String topic) throws DriverException {
        refuse(
                producer.mode() == SendMode.TRANSACTED,
                "transactions are not supported by this driver; use synchronous or asynchronous sends");
        refuse(producer.priority().isPresent(), "Pulsar has no priorities");
        refuse(
                !producer.timeToLive().isZero(),
                "Pulsar has no time to live of a message, only that of a namespace; set it there");
        refuse(producer.body() == BodyType.TEXT, "the Pulsar driver sends bytes, no texts");
        refuse(
                producer.persistent() && !PulsarSettings.isPersistent(topic),
                "messages of a non-persistent topic are never stored; leave out pulsar.non-persistent or ask for"
                        + " non-persistent messages");
        refuse(
                producer.group().isPresent() && settings.subscriptionType() == SubscriptionType.Shared,
                "a Shared subscription does not keep message groups together; set"
                        + " pulsar.subscription-type=Key_Shared");
    }

    static void check(ConsumerSpec consumer, PulsarSettings settings, String topic) throws DriverException {
        refuse(consumer.ackMode() == AckMode.TRANSACTED, "transactions are not supported by this driver");
        refuse(consumer.selector().isPresent(), "Pulsar has no selectors");
        if (!PulsarSettings.isPersistent(topic)) {
            refuse(
                    consumer.fromEarliest() && consumer.destination().isTopic(),
                    "a non-persistent topic has no earlier messages; leave out pulsar.non-persistent");
            refuse(
                    consumer.subscription().map(Subscription::durable).orElse(false),
                    "a non-persistent topic has no durable subscriptions; leave out pulsar.non-persistent");
            refuse(
                    consumer.ackMode() == AckMode.CLIENT || consumer.ackMode() == AckMode.INDIVIDUAL,
                    "a non-persistent topic does not deliver again what was not acknowledged; leave out"
                            + " pulsar.non-persistent or acknowledge automatically");
        }
    }

    private static void refuse(boolean condition, String sentence) throws DriverException {
        if (condition) {
            throw new DriverException(sentence);
        }
    }
}
