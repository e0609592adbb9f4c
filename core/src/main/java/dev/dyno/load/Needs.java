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
        Capability.ASYNC_SEND.addTo(needs, group.mode() == SendMode.ASYNC);
        Capability.TRANSACTIONS.addTo(needs, group.mode() == SendMode.TRANSACTED);
        Capability.PERSISTENCE.addTo(needs, message.persistent());
        Capability.TEXT_BODIES.addTo(needs, message.body() == BodyType.TEXT);
        Capability.PRIORITIES.addTo(needs, message.priority().isPresent());
        Capability.GROUPS.addTo(needs, message.group().isPresent());
        Capability.KEYS.addTo(needs, message.keys().isPresent());
        Capability.PROPERTIES.addTo(needs, !message.properties().isEmpty());
        Capability.TIME_TO_LIVE.addTo(needs, !message.timeToLive().isZero());
        return needs;
    }

    static Set<Capability> of(ConsumerGroup group) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        addDestinations(needs, group.destinations());
        Capability.DURABLE_SUBSCRIPTIONS.addTo(needs, group.durable());
        Capability.SHARED_SUBSCRIPTIONS.addTo(needs, group.sharedSubscriptions() > 0);
        Capability.SELECTORS.addTo(needs, group.selector().isPresent());
        Capability.TRANSACTIONS.addTo(needs, group.ack() == AckMode.TRANSACTED);
        Capability.CLIENT_ACK.addTo(needs, group.ack() == AckMode.CLIENT);
        Capability.INDIVIDUAL_ACK.addTo(needs, group.ack() == AckMode.INDIVIDUAL);
        Capability.LISTENER.addTo(needs, group.mode() == ConsumerGroup.Mode.LISTENER);
        Capability.RECEIVE.addTo(needs, group.mode() != ConsumerGroup.Mode.LISTENER);
        return needs;
    }

    private static void addDestinations(Set<Capability> needs, List<Destination> destinations) {
        Capability.TOPICS.addTo(needs, destinations.stream().anyMatch(Destination::isTopic));
        Capability.QUEUES.addTo(needs, destinations.stream().anyMatch(d -> !d.isTopic()));
    }
}
