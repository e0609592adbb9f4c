package dev.dyno.driver.jms;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.util.EnumSet;
import java.util.Set;

/** Says no to what a preset says that its provider lacks, and the provider itself would quietly do without. */
final class Refusals {

    private Refusals() {}

    static void check(ProducerSpec spec, Set<Capability> without) throws DriverException {
        Set<Capability> needed = EnumSet.of(spec.destination().isTopic() ? Capability.TOPICS : Capability.QUEUES);
        add(needed, Capability.ASYNC_SEND, spec.mode() == SendMode.ASYNC);
        add(needed, Capability.TRANSACTIONS, spec.mode() == SendMode.TRANSACTED);
        add(needed, Capability.TEXT_BODIES, spec.body() == BodyType.TEXT);
        add(needed, Capability.PRIORITIES, spec.priority().isPresent());
        add(needed, Capability.GROUPS, spec.group().isPresent());
        add(needed, Capability.PROPERTIES, !spec.properties().isEmpty());
        add(needed, Capability.TIME_TO_LIVE, !spec.timeToLive().isZero());
        add(needed, Capability.PERSISTENCE, spec.persistent());
        refuse(needed, without);
    }

    static void check(ConsumerSpec spec, Set<Capability> without) throws DriverException {
        Set<Capability> needed = EnumSet.of(spec.destination().isTopic() ? Capability.TOPICS : Capability.QUEUES);
        add(needed, Capability.TRANSACTIONS, spec.ackMode() == AckMode.TRANSACTED);
        add(needed, Capability.CLIENT_ACK, spec.ackMode() == AckMode.CLIENT);
        add(needed, Capability.LISTENER, spec.mode() == ReceiveMode.LISTENER);
        add(needed, Capability.RECEIVE, spec.mode() == ReceiveMode.RECEIVE);
        add(needed, Capability.SELECTORS, spec.selector().isPresent());
        spec.subscription().ifPresent(subscription -> {
            add(needed, Capability.DURABLE_SUBSCRIPTIONS, subscription.durable());
            add(needed, Capability.SHARED_SUBSCRIPTIONS, subscription.shared());
        });
        refuse(needed, without);
    }

    private static void add(Set<Capability> needed, Capability capability, boolean when) {
        if (when) {
            needed.add(capability);
        }
    }

    private static void refuse(Set<Capability> needed, Set<Capability> without) throws DriverException {
        for (Capability capability : needed) {
            if (without.contains(capability)) {
                throw new DriverException("this driver is used without " + capability.words()
                        + ", by its setting jms.without; leave them out");
            }
        }
    }
}
