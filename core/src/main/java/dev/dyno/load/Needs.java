package dev.dyno.load;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.MessageTemplate;
import dev.dyno.workload.ProducerGroup;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a workload needs of a driver. */
final class Needs {

    private Needs() {}

    static Set<Capability> of(ProducerGroup group) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        addDestinations(needs, group.destinations());
        MessageTemplate message = group.message();
        add(needs, Capability.ASYNC_SEND, group.mode() == SendMode.ASYNC);
        add(needs, Capability.TRANSACTIONS, group.mode() == SendMode.TRANSACTED);
        add(needs, Capability.PERSISTENCE, message.persistent());
        add(needs, Capability.TEXT_BODIES, message.body() == BodyType.TEXT);
        add(needs, Capability.PRIORITIES, message.priority().isPresent());
        add(needs, Capability.GROUPS, message.group().isPresent());
        add(needs, Capability.KEYS, message.keys().isPresent());
        add(needs, Capability.PROPERTIES, !message.properties().isEmpty());
        add(needs, Capability.TIME_TO_LIVE, !message.timeToLive().isZero());
        return needs;
    }

    static Set<Capability> of(ConsumerGroup group) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        addDestinations(needs, group.destinations());
        add(needs, Capability.DURABLE_SUBSCRIPTIONS, group.durable());
        add(needs, Capability.SHARED_SUBSCRIPTIONS, group.sharedSubscriptions() > 0);
        add(needs, Capability.SELECTORS, group.selector().isPresent());
        add(needs, Capability.TRANSACTIONS, group.ack() == AckMode.TRANSACTED);
        add(needs, Capability.CLIENT_ACK, group.ack() == AckMode.CLIENT);
        add(needs, Capability.INDIVIDUAL_ACK, group.ack() == AckMode.INDIVIDUAL);
        add(needs, Capability.LISTENER, group.mode() == ConsumerGroup.Mode.LISTENER);
        add(needs, Capability.RECEIVE, group.mode() != ConsumerGroup.Mode.LISTENER);
        return needs;
    }

    private static void addDestinations(Set<Capability> needs, List<Destination> destinations) {
        add(needs, Capability.TOPICS, destinations.stream().anyMatch(Destination::isTopic));
        add(needs, Capability.QUEUES, destinations.stream().anyMatch(d -> !d.isTopic()));
    }

    private static void add(Set<Capability> needs, Capability capability, boolean needed) {
        if (needed) {
            needs.add(capability);
        }
    }
}
