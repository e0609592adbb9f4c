package dev.dyno.engine.record;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import java.util.EnumSet;
import java.util.Set;

/** Capabilities that a workload requires of a driver. */
final class RequiredCapabilities {

    private RequiredCapabilities() {}

    static Set<Capability> of(ProducerGroup group) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        if (group.connectOnly()) {
            return needs;
        }
        group.destinations()
                .forEach(destination ->
                        needs.addAll(EndpointSpecs.producer(group, destination).needs()));
        Capability.KEYS.addTo(needs, group.message().keys().isPresent());
        return needs;
    }

    static Set<Capability> of(ConsumerGroup group) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        group.destinations()
                .forEach(destination -> needs.addAll(EndpointSpecs.consumer(group, destination, destination.name())
                        .needs()));
        return needs;
    }

    /** Needs of the replies that consumers send. */
    static Set<Capability> ofReplies(Workload workload) {
        EnumSet<Capability> needs = EnumSet.noneOf(Capability.class);
        workload.consumers().stream()
                .flatMap(group -> group.replyTo().stream())
                .forEach(queue -> needs.addAll(
                        EndpointSpecs.replies(workload, queue, SendMode.SYNC).needs()));
        return needs;
    }
}
