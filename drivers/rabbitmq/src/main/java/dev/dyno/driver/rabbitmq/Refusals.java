package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SettingValues;
import java.util.EnumSet;
import java.util.Set;

/** Checks what the driver can do with its settings, and refuses the rest with a sentence. */
final class Refusals {

    private final SettingValues settings;
    private final Set<Capability> capabilities;

    Refusals(SettingValues settings) {
        this.settings = settings;
        this.capabilities = capabilities(settings);
    }

    Set<Capability> capabilities() {
        return EnumSet.copyOf(capabilities);
    }

    private static Set<Capability> capabilities(SettingValues settings) {
        Set<Capability> capabilities = EnumSet.allOf(Capability.class);
        capabilities.remove(Capability.SELECTORS);
        capabilities.remove(Capability.GROUPS);
        capabilities.remove(Capability.KEYS);
        if (!settings.family(RabbitSettings.QUEUE_ARGUMENTS).containsKey(MAX_PRIORITY)) {
            capabilities.remove(Capability.PRIORITIES);
        }
        if (!settings.get(RabbitSettings.QUEUE_DURABLE)) {
            capabilities.remove(Capability.PERSISTENCE);
        }
        if (settings.get(RabbitSettings.AUTO_ACK)) {
            capabilities.removeAll(Set.of(Capability.CLIENT_ACK, Capability.INDIVIDUAL_ACK));
        }
        if (RabbitSettings.isStream(settings)) {
            capabilities.removeAll(Set.of(
                    Capability.RECEIVE,
                    Capability.CLIENT_ACK,
                    Capability.INDIVIDUAL_ACK,
                    Capability.TRANSACTIONS,
                    Capability.TIME_TO_LIVE,
                    Capability.PRIORITIES,
                    Capability.DURABLE_SUBSCRIPTIONS,
                    Capability.SHARED_SUBSCRIPTIONS));
        } else {
            capabilities.remove(Capability.FROM_EARLIEST);
        }
        return capabilities;
    }

    private static final String MAX_PRIORITY = "x-max-priority";

    void check(ProducerSpec spec) throws DriverException {
        check(spec.needs(), "cannot create a producer for " + spec.destination());
    }

    void check(ConsumerSpec spec) throws DriverException {
        String subject = "cannot create a consumer of " + spec.destination();
        check(spec.needs(), subject);
        if (spec.ackMode() == AckMode.TRANSACTED && settings.get(RabbitSettings.AUTO_ACK)) {
            throw new DriverException(
                    subject + ": there is nothing to commit with rabbitmq.auto-ack=true; leave it out");
        }
    }

    private void check(Set<Capability> needs, String subject) throws DriverException {
        for (Capability capability : needs) {
            if (!capabilities.contains(capability)) {
                throw new DriverException(subject + ": no " + capability.words() + " " + reason(capability));
            }
        }
    }

    private String reason(Capability capability) {
        if (capability == Capability.SELECTORS || capability == Capability.GROUPS || capability == Capability.KEYS) {
            return "in AMQP 0-9-1";
        }
        if (RabbitSettings.isStream(settings)) {
            return "with streams; choose another rabbitmq.queue.type";
        }
        return switch (capability) {
            case PRIORITIES -> "without rabbitmq.queue.arguments." + MAX_PRIORITY + ", which is the highest priority";
            case PERSISTENCE -> "with rabbitmq.queue.durable=false; leave it out";
            case FROM_EARLIEST -> "without rabbitmq.queue.type=stream";
            case CLIENT_ACK, INDIVIDUAL_ACK -> "with rabbitmq.auto-ack=true; leave it out";
            default -> "here";
        };
    }
}
