package dev.dyno.driver;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Properties of a producer, the same for all its messages, so that a driver can set them once.
 *
 * @param destination target of the messages
 * @param mode way of using the {@link Producer}
 * @param maxInFlight maximum number of asynchronous sends in flight, larger than each token; 0 = no limit
 * @param persistent whether the broker is asked to keep the messages over a restart
 * @param body bytes or text
 * @param priority 0 to 9 as in JMS; empty = the client library's default
 * @param timeToLive time after which the broker may drop a message; zero = never
 * @param group name of a message group, all messages of which go to one consumer; empty = none
 * @param properties application properties of every message; values are {@link String}, {@link Long}, {@link Double} or
 *     {@link Boolean}
 * @param messageId whether the client library must make message ids
 * @param timestamp whether the client library must timestamp messages
 * @param bodyHead number of bytes, from the beginning, in which bodies of equal length can differ: a driver that has kept a body
 *     of the same length need not copy the rest; {@link #WHOLE_BODY} = they can differ in all bytes
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

    /** Value of {@link #bodyHead} for bodies that can differ in all bytes. */
    public static final int WHOLE_BODY = Integer.MAX_VALUE;

    /** Way of using a {@link Producer} during its whole life. */
    public enum SendMode {
        /** Asynchronous: {@link Producer#trySend}; the {@link SendListener} receives the acknowledgement. */
        ASYNC,
        /** Synchronous: {@link Producer#send}, which blocks until the acknowledgement. */
        SYNC,
        /** In transactions: {@link Producer#send}, which only hands over, and {@link Producer#commit}. */
        TRANSACTED
    }

    /** Form of the body. A text body has one character per byte (ISO 8859-1). */
    public enum BodyType {
        BYTES,
        TEXT
    }

    public ProducerSpec {
        properties = Map.copyOf(properties);
    }

    /** Capabilities that a client must have for this producer, except keys, which are set for each message. */
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
