package dev.dyno.load;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Capability;
import dev.dyno.driver.Destination;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.ProducerGroup;
import java.util.EnumSet;
import java.util.Set;

/** What a workload needs of a driver. */
final class Needs {

    private Needs() {}

    static Set<Capability> of(ProducerGroup group) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        if (group.connectOnly()) {
            return needs;
        }
        group.destinations()
                .forEach(destination -> needs.addAll(
                        ProducerSide.specOf(group, destination, group.mode()).needs()));
        Capability.KEYS.addTo(needs, group.message().keys().isPresent());
        return needs;
    }

    static Set<Capability> of(ConsumerGroup group) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        Capability.TOPICS.addTo(needs, group.destinations().stream().anyMatch(Destination::isTopic));
        Capability.QUEUES.addTo(needs, group.destinations().stream().anyMatch(d -> !d.isTopic()));
        Capability.DURABLE_SUBSCRIPTIONS.addTo(needs, group.durable());
        Capability.SHARED_SUBSCRIPTIONS.addTo(needs, group.sharedSubscriptions() > 0);
        Capability.FROM_EARLIEST.addTo(
                needs,
                group.from() == ConsumerGroup.From.EARLIEST
                        && group.destinations().stream().anyMatch(Destination::isTopic));
        Capability.SELECTORS.addTo(needs, group.selector().isPresent());
        Capability.TRANSACTIONS.addTo(needs, group.ack() == AckMode.TRANSACTED);
        Capability.CLIENT_ACK.addTo(needs, group.ack() == AckMode.CLIENT);
        Capability.INDIVIDUAL_ACK.addTo(needs, group.ack() == AckMode.INDIVIDUAL);
        Capability.LISTENER.addTo(needs, group.mode() == ConsumerGroup.Mode.LISTENER);
        Capability.RECEIVE.addTo(needs, group.mode() != ConsumerGroup.Mode.LISTENER);
        return needs;
    }
}
