package dev.dyno.workfile;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.MessageTemplate;
import dev.dyno.workload.ProducerGroup;
import dev.dyno.workload.Workload;
import java.util.Map;
import java.util.Optional;

/**
 * What the driver files of another tool say that is the workload's here.
 *
 * @param persistent of all messages; empty = as the workload says
 * @param properties of all messages, instead of those that the workload has; empty = as the workload says
 * @param transacted whether each message is sent in a transaction of its own
 * @param selector of all consumers; empty = as the workload says
 */
public record DriverTraffic(
        Optional<Boolean> persistent, Map<String, Object> properties, boolean transacted, Optional<String> selector) {

    /** Everything is as the workload says. */
    public static final DriverTraffic AS_IT_IS = new DriverTraffic(Optional.empty(), Map.of(), false, Optional.empty());

    public DriverTraffic {
        properties = Map.copyOf(properties);
    }

    /** The workload with what is said here. */
    public Workload appliedTo(Workload workload) {
        return new Workload(
                workload.name(),
                workload.seed(),
                workload.producers().stream().map(this::appliedTo).toList(),
                workload.consumers().stream().map(this::appliedTo).toList(),
                workload.phases());
    }

    private ProducerGroup appliedTo(ProducerGroup group) {
        MessageTemplate message = group.message();
        return group.with(parts -> {
            parts.message = new MessageTemplate(
                    message.body(),
                    message.sizes(),
                    persistent.orElse(message.persistent()),
                    message.priority(),
                    message.timeToLive(),
                    message.group(),
                    message.keys(),
                    properties.isEmpty() ? message.properties() : properties,
                    message.messageId(),
                    message.timestamp());
            if (transacted) {
                parts.mode = SendMode.TRANSACTED;
                parts.commitInterval = 1;
                parts.maxPending = 1;
                parts.threads = 1;
            }
        });
    }

    private ConsumerGroup appliedTo(ConsumerGroup group) {
        return group.with(parts -> parts.selector = selector.or(group::selector));
    }
}
