package dev.dyno.driver;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a producer sends and how. Everything here is the same for all messages of the producer, so that a driver can set it
 * once.
 *
 * @param destination where to
 * @param mode how {@link Producer} will be used
 * @param maxInFlight asynchronous sends under way at once, at the most; 0 = no limit. Tokens are smaller than it
 * @param persistent whether the broker is asked to keep the message over a restart
 * @param body bytes or text
 * @param priority 0 to 9 in the terms of JMS; empty = the client library's default
 * @param timeToLive after this time the broker may drop the message; zero = never
 * @param group message group, all messages of which go to one consumer
 * @param properties application properties of every message; values are {@link String}, {@link Long}, {@link Double} or
 *     {@link Boolean}
 * @param messageId whether the client library is to make message ids
 * @param timestamp whether the client library is to timestamp messages
 * @param bodyHead of two bodies of the same length, only so many bytes at their beginning may differ: a driver that still has
 *     the one need not copy the rest of the other; {@link #WHOLE_BODY} = all may
 */
public record ProducerSpec(
        Destination destination,
        SendMode mode,
        int maxInFlight,
        boolean persistent,
        BodyType body,
        Optional<Integer> priority,
        Duration timeToLive,
        Optional<String> group,
        Map<String, Object> properties,
        boolean messageId,
        boolean timestamp,
        int bodyHead) {

    /** Nothing is known beforehand of what bodies have in common. */
    public static final int WHOLE_BODY = Integer.MAX_VALUE;

    /** How a {@link Producer} is used for its whole life. */
    public enum SendMode {
        /** {@link Producer#trySend}; the acknowledgement comes to the {@link SendListener}. */
        ASYNC,
        /** {@link Producer#send}, which blocks until the acknowledgement. */
        SYNC,
        /** {@link Producer#send}, which only hands over, and {@link Producer#commit}. */
        TRANSACTED
    }

    /** How the body travels. A text body holds one character per byte (ISO 8859-1). */
    public enum BodyType {
        BYTES,
        TEXT
    }

    public ProducerSpec {
        properties = Map.copyOf(properties);
    }

    /** The capabilities that a client needs for such a producer, but for keys. */
    public Set<Capability> needs() {
        Set<Capability> needs = EnumSet.of(destination.isTopic() ? Capability.TOPICS : Capability.QUEUES);
        Capability.ASYNC_SEND.addTo(needs, mode == SendMode.ASYNC);
        Capability.TRANSACTIONS.addTo(needs, mode == SendMode.TRANSACTED);
        Capability.TEXT_BODIES.addTo(needs, body == BodyType.TEXT);
        Capability.PRIORITIES.addTo(needs, priority.isPresent());
        Capability.GROUPS.addTo(needs, group.isPresent());
        Capability.PROPERTIES.addTo(needs, !properties.isEmpty());
        Capability.TIME_TO_LIVE.addTo(needs, !timeToLive.isZero());
        Capability.PERSISTENCE.addTo(needs, persistent);
        return needs;
    }
}
