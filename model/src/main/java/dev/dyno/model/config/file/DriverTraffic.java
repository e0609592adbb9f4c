package dev.dyno.model.config.file;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Settings of a workload that another tool has in its driver files or in the code of its drivers.
 *
 * @param persistent whether messages are persistent; empty = as the workload says
 * @param properties properties of all messages, instead of the workload's; empty = as the workload says
 * @param keys whether the driver sends the keys of messages
 * @param messageIds whether the client library makes ids of messages
 * @param timestamps whether the client library timestamps messages
 * @param sending how messages are sent
 * @param producerConnections number for all producers of a process, unless the workload gives it; 0 = one for each
 * @param consumerConnections number for all consumers of a process, likewise
 * @param oneConnection whether producers use the connections of the consumers
 * @param durable whether the workload's durable subscriptions are durable
 * @param shared whether consumers share the workload's shared subscriptions; otherwise each has one of its own
 * @param ack how messages are acknowledged, unless the workload says; empty = automatically
 * @param selector of all consumers; empty = as the workload says
 * @param topicPrefix prefix of the topics that a workload file of that tool numbers; empty = as the workload says
 */
public record DriverTraffic(
        Optional<Boolean> persistent,
        Map<String, Object> properties,
        boolean keys,
        boolean messageIds,
        boolean timestamps,
        Sending sending,
        int producerConnections,
        int consumerConnections,
        boolean oneConnection,
        boolean durable,
        boolean shared,
        Optional<AckMode> ack,
        Optional<String> selector,
        Optional<String> topicPrefix) {

    /** Mode of sending. */
    public enum Sending {
        /** The workload's mode. */
        AS_IT_IS,
        /** One message after the other, each acknowledged. */
        BLOCKING,
        /** Each message in a transaction of its own. */
        TRANSACTED
    }

    /** No change to the workload. */
    public static final DriverTraffic AS_IT_IS = of(parts -> {});

    public DriverTraffic {
        properties = Map.copyOf(properties);
    }

    /** The given changes to a workload. */
    public static DriverTraffic of(Consumer<Parts> changes) {
        Parts parts = new Parts();
        changes.accept(parts);
        return new DriverTraffic(
                parts.persistent,
                parts.properties,
                parts.keys,
                parts.messageIds,
                parts.timestamps,
                parts.sending,
                parts.producerConnections,
                parts.consumerConnections,
                parts.oneConnection,
                parts.durable,
                parts.shared,
                parts.ack,
                parts.selector,
                parts.topicPrefix);
    }

    /** The components, to be changed. */
    public static final class Parts {

        public Optional<Boolean> persistent = Optional.empty();
        public Map<String, Object> properties = Map.of();
        public boolean keys = true;
        public boolean messageIds;
        public boolean timestamps;
        public Sending sending = Sending.AS_IT_IS;
        public int producerConnections;
        public int consumerConnections;
        public boolean oneConnection;
        public boolean durable = true;
        public boolean shared = true;
        public Optional<AckMode> ack = Optional.empty();
        public Optional<String> selector = Optional.empty();
        public Optional<String> topicPrefix = Optional.empty();

        private Parts() {}
    }

    /** The workload with these settings. */
    public Workload appliedTo(Workload workload) {
        return new Workload(
                workload.name(),
                workload.seed(),
                workload.producers().stream().map(this::appliedTo).toList(),
                workload.consumers().stream().map(this::appliedTo).toList(),
                workload.phases());
    }

    /** Sentences about settings of a workload that have no effect with these. */
    public List<String> notes(Workload workload) {
        boolean hasKeys = workload.producers().stream()
                .anyMatch(group -> group.message().keys().isPresent());
        return hasKeys && !keys
                ? List.of("keys of messages are not sent, as that tool's driver sends none")
                : List.of();
    }

    private ProducerGroup appliedTo(ProducerGroup group) {
        MessageTemplate message = group.message();
        return group.with(parts -> {
            parts.destinations = renamed(group.destinations());
            parts.message = new MessageTemplate(
                    message.body(),
                    message.sizes(),
                    persistent.orElse(message.persistent()),
                    message.priority(),
                    message.timeToLive(),
                    message.group(),
                    keys ? message.keys() : Optional.<KeyDistribution>empty(),
                    properties.isEmpty() ? message.properties() : properties,
                    message.messageId() || messageIds,
                    message.timestamp() || timestamps,
                    message.payloads());
            if (group.connections() == 0 && !group.sharedConnections()) {
                parts.connections = producerConnections;
                parts.connectionsOfConsumers = oneConnection || group.connectionsOfConsumers();
            }
            if (sending != Sending.AS_IT_IS) {
                boolean transacted = sending == Sending.TRANSACTED;
                parts.mode = transacted ? SendMode.TRANSACTED : SendMode.SYNC;
                parts.commitInterval = transacted ? 1 : 0;
                parts.maxPending = 1;
                parts.threads = 1;
            }
        });
    }

    private ConsumerGroup appliedTo(ConsumerGroup group) {
        return group.with(parts -> {
            parts.destinations = renamed(group.destinations());
            parts.selector = selector.or(group::selector);
            parts.ack = group.ack() == AckMode.AUTO ? ack.orElse(AckMode.AUTO) : group.ack();
            parts.durable = group.durable() && durable;
            if (!shared && group.sharedSubscriptions() > 0) {
                parts.perSubscription = group.perSubscription() * group.sharedSubscriptions();
                parts.sharedSubscriptions = 0;
            }
            if (group.connections() == 0) {
                parts.connections = consumerConnections;
            }
        });
    }

    private List<Destination> renamed(List<Destination> destinations) {
        return topicPrefix
                .map(prefix -> destinations.stream()
                        .map(destination -> OmbWorkload.withPrefix(destination, prefix))
                        .toList())
                .orElse(destinations);
    }
}
