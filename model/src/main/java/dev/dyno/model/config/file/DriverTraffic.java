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

/**
 * Settings of a workload that the OpenMessaging Benchmark has in its driver files or in the code of its drivers.
 *
 * @param settings values by name; a missing one = as the workload says. Numbers of connections are for all producers or consumers
 *     of a process, 0 = one for each
 * @param properties properties of all messages, instead of the workload's; empty = as the workload says
 */
public record DriverTraffic(Map<String, String> settings, Map<String, Object> properties) {

    private static final String KEYS = "keys";
    private static final String CONNECTIONS = "connections";

    /** Settings that change nothing in a workload. */
    public static final DriverTraffic AS_IT_IS = new DriverTraffic(Map.of(), Map.of());

    private Optional<String> get(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    private boolean is(String name, boolean otherwise) {
        return get(name).map(Boolean::valueOf).orElse(otherwise);
    }

    private int connections(String name) {
        return get(name).map(Integer::valueOf).orElse(0);
    }

    /** The workload with these settings. */
    public Workload appliedTo(Workload workload) {
        return workload.with(this::appliedTo, this::appliedTo);
    }

    /** Sentences about settings of a workload that these settings leave without effect. */
    public List<String> notes(Workload workload) {
        boolean hasKeys = workload.producers().stream()
                .anyMatch(group -> group.message().keys().isPresent());
        return hasKeys && !is(KEYS, true)
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
                    is("persistent", message.persistent()),
                    message.priority(),
                    message.timeToLive(),
                    message.group(),
                    is(KEYS, true) ? message.keys() : Optional.<KeyDistribution>empty(),
                    properties.isEmpty() ? message.properties() : properties,
                    message.messageId() || is("message-ids", false),
                    message.timestamp() || is("timestamps", false),
                    message.payloads());
            if (group.connections() == 0 && !group.sharedConnections()) {
                parts.connections =
                        connections(settings.containsKey(CONNECTIONS) ? CONNECTIONS : "producer-connections");
                parts.connectionsOfConsumers = settings.containsKey(CONNECTIONS) || group.connectionsOfConsumers();
            }
            if (settings.containsKey("sending")) {
                boolean transacted = get("sending").equals(Optional.of("transacted"));
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
            parts.replyTo = group.replyTo().map(queue -> renamed(List.of(queue)).get(0));
            parts.selector = get("selector").or(group::selector);
            parts.ack = group.ack() == AckMode.AUTO
                    ? get("ack").map(AckMode::valueOf).orElse(AckMode.AUTO)
                    : group.ack();
            parts.durable = group.durable() && is("durable", true);
            if (!is("shared", true) && group.sharedSubscriptions() > 0) {
                parts.perSubscription = group.perSubscription() * group.sharedSubscriptions();
                parts.sharedSubscriptions = 0;
            }
            if (group.connections() == 0) {
                parts.connections = connections(CONNECTIONS);
            }
        });
    }

    private List<Destination> renamed(List<Destination> destinations) {
        return get("topic-prefix")
                .map(prefix -> destinations.stream()
                        .map(destination -> OmbWorkload.withPrefix(destination, prefix))
                        .toList())
                .orElse(destinations);
    }
}
