package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.SettingValues;

/** Capabilities that the driver lacks with its settings, and the reasons. */
final class Refusals {

    private static final String MAX_PRIORITY = "x-max-priority";

    private Refusals() {}

    static Capabilities capabilities(SettingValues settings) {
        Capabilities capabilities =
                Capabilities.all().without("in AMQP 0-9-1", Capability.SELECTORS, Capability.GROUPS, Capability.KEYS);
        if (RabbitSettings.isStream(settings)) {
            capabilities = capabilities.without(
                    "with streams; choose another rabbitmq.queue.type",
                    Capability.RECEIVE,
                    Capability.CLIENT_ACK,
                    Capability.INDIVIDUAL_ACK,
                    Capability.TRANSACTIONS,
                    Capability.TIME_TO_LIVE,
                    Capability.PRIORITIES,
                    Capability.DURABLE_SUBSCRIPTIONS,
                    Capability.SHARED_SUBSCRIPTIONS);
        } else {
            capabilities = capabilities.without("without rabbitmq.queue.type=stream", Capability.FROM_EARLIEST);
        }
        if (!settings.family(RabbitSettings.QUEUE_ARGUMENTS).containsKey(MAX_PRIORITY)) {
            capabilities = capabilities.without(
                    "without rabbitmq.queue.arguments." + MAX_PRIORITY + ", which is the highest priority",
                    Capability.PRIORITIES);
        }
        if (!settings.get(RabbitSettings.QUEUE_DURABLE)) {
            capabilities =
                    capabilities.without("with rabbitmq.queue.durable=false; leave it out", Capability.PERSISTENCE);
        }
        if (settings.get(RabbitSettings.AUTO_ACK)) {
            capabilities = capabilities.without(
                    "with rabbitmq.auto-ack=true; leave it out", Capability.CLIENT_ACK, Capability.INDIVIDUAL_ACK);
        }
        return capabilities;
    }

    static void check(ConsumerSpec spec, SettingValues settings) throws DriverException {
        capabilities(settings).check(spec);
        if (spec.ackMode() == AckMode.TRANSACTED && settings.get(RabbitSettings.AUTO_ACK)) {
            throw new DriverException("cannot create a consumer of " + spec.destination()
                    + ": there is nothing to commit with rabbitmq.auto-ack=true; leave it out");
        }
    }
}
