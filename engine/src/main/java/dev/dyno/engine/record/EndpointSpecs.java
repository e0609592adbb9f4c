package dev.dyno.engine.record;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ConsumerGroup.From;
import dev.dyno.model.workload.ConsumerGroup.Mode;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the driver's specification of a producer or consumer from its group, and lists the capabilities that it requires. */
public final class EndpointSpecs {

    private EndpointSpecs() {}

    public static ProducerSpec producer(ProducerGroup group, Destination destination) {
        return producer(group, destination, group.mode(), ProducerSpec.WHOLE_BODY);
    }

    /**
     * @param mode used instead of the group's mode
     * @param bodyHead number of bytes at the head of the body that differ between messages
     */
    public static ProducerSpec producer(ProducerGroup group, Destination destination, SendMode mode, int bodyHead) {
        MessageTemplate message = group.message();
        return new ProducerSpec(
                destination,
                mode,
                group.maxPending(),
                message.persistent(),
                message.body(),
                message.priority(),
                message.timeToLive(),
                message.group(),
                message.properties(),
                message.messageId(),
                message.timestamp(),
                bodyHead);
    }

    /**
     * Specification of the producer of replies to a queue. Replies have the message settings of the requests.
     *
     * @param mode asynchronous where the client has that, else synchronous
     */
    public static ProducerSpec replies(Workload workload, Destination queue, SendMode mode) {
        Set<Destination> requests = workload.requestsOf(queue);
        ProducerGroup asking = workload.producers().stream()
                .filter(group -> group.destinations().stream().anyMatch(requests::contains))
                .findFirst()
                .orElse(workload.producers().get(0));
        return producer(asking.with(parts -> parts.maxPending = 0), queue, mode, ProducerSpec.WHOLE_BODY);
    }

    /** @param name of the subscription, if it has one */
    public static ConsumerSpec consumer(ConsumerGroup group, Destination destination, String name) {
        boolean shared = destination.isTopic() && group.sharedSubscriptions() > 0;
        return new ConsumerSpec(
                destination,
                shared || (destination.isTopic() && group.durable())
                        ? Optional.of(new ConsumerSpec.Subscription(name, shared, group.durable()))
                        : Optional.empty(),
                group.ack(),
                group.mode() == Mode.LISTENER ? ReceiveMode.LISTENER : ReceiveMode.RECEIVE,
                group.selector(),
                group.from() == From.EARLIEST);
    }

    /** Capabilities that producers require of a driver. */
    static Set<Capability> needs(ProducerGroup group) {
        if (group.connectOnly()) {
            return Set.of();
        }
        Set<Capability> needs = all(group.destinations().stream()
                .map(destination -> producer(group, destination).needs()));
        Capability.KEYS.addTo(needs, group.message().keys().isPresent());
        return needs;
    }

    static Set<Capability> needs(ConsumerGroup group) {
        return all(group.destinations().stream().map(destination -> consumer(group, destination, destination.name())
                .needs()));
    }

    /** Capabilities that the replies of consumers require. */
    static Set<Capability> needsOfReplies(Workload workload) {
        return all(workload.consumers().stream()
                .flatMap(group -> group.replyTo().stream())
                .map(queue -> replies(workload, queue, SendMode.SYNC).needs()));
    }

    private static Set<Capability> all(Stream<Set<Capability>> some) {
        return some.flatMap(Set::stream).collect(Collectors.toCollection(() -> EnumSet.noneOf(Capability.class)));
    }
}
