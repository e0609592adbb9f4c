package dev.dyno.model.workload;

import dev.dyno.driver.ProducerSpec.BodyType;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Properties of the messages of a producer group.
 *
 * @param body bytes or text
 * @param sizes of the whole body, in bytes (text: characters), the envelope included
 * @param persistent whether the broker is asked to keep them over a restart
 * @param priority 0 to 9; empty = the client library's default
 * @param timeToLive zero = for ever
 * @param group message group, all messages of which go to one consumer
 * @param keys empty = messages have none, unless the driver makes them; empty with a message group
 * @param properties application properties: {@link String}, {@link Long}, {@link Double} or {@link Boolean}
 * @param messageId whether the client library makes message ids
 * @param timestamp whether the client library timestamps messages
 * @param payloads content of the bodies
 */
public record MessageTemplate(
        BodyType body,
        SizeDistribution sizes,
        boolean persistent,
        Optional<Integer> priority,
        Duration timeToLive,
        Optional<String> group,
        Optional<KeyDistribution> keys,
        Map<String, Object> properties,
        boolean messageId,
        boolean timestamp,
        Payloads payloads) {

    public MessageTemplate {
        properties = Map.copyOf(properties);
    }

    /** Messages of these sizes with default payloads and no other property: not persistent, without a key. */
    public static MessageTemplate plain(SizeDistribution sizes) {
        return new MessageTemplate(
                BodyType.BYTES,
                sizes,
                false,
                Optional.empty(),
                Duration.ZERO,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                false,
                false,
                Payloads.Made.byDefault(sizes));
    }

    public MessageTemplate with(Payloads others) {
        return new MessageTemplate(
                body, sizes, persistent, priority, timeToLive, group, keys, properties, messageId, timestamp, others);
    }
}
