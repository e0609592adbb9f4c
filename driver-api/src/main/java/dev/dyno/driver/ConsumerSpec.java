package dev.dyno.driver;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Properties of a consumer.
 *
 * @param destination source of the messages
 * @param subscription the named subscription of a topic; empty for a queue, and for an unshared, non-durable subscription
 * @param ackMode way of acknowledging messages
 * @param mode way in which messages get to the listener
 * @param selector filter expression in the broker's notation; empty = all messages
 * @param fromEarliest whether a new subscription of a topic begins with the earliest message that the broker still has; otherwise
 *     it begins with the next message sent. A queue delivers all its messages either way
 */
public record ConsumerSpec(
        Destination destination,
        Optional<Subscription> subscription,
        AckMode ackMode,
        ReceiveMode mode,
        Optional<String> selector,
        boolean fromEarliest) {

    /** A consumer that begins with the next message sent, if its destination is a topic. */
    public ConsumerSpec(
            Destination destination,
            Optional<Subscription> subscription,
            AckMode ackMode,
            ReceiveMode mode,
            Optional<String> selector) {
        this(destination, subscription, ackMode, mode, selector, false);
    }

    /** A consumer of all messages of a queue, or of those sent to a topic from now on. */
    public ConsumerSpec(Destination destination, AckMode ackMode, ReceiveMode mode) {
        this(destination, Optional.empty(), ackMode, mode, Optional.empty());
    }

    /** Capabilities that a client must have for this consumer. */
    public Set<Capability> needs() {
        Set<Capability> needs = EnumSet.of(destination.isTopic() ? Capability.TOPICS : Capability.QUEUES);
        Capability.TRANSACTIONS.addTo(needs, ackMode == AckMode.TRANSACTED);
        Capability.CLIENT_ACK.addTo(needs, ackMode == AckMode.CLIENT);
        Capability.INDIVIDUAL_ACK.addTo(needs, ackMode == AckMode.INDIVIDUAL);
        Capability.LISTENER.addTo(needs, mode == ReceiveMode.LISTENER);
        Capability.RECEIVE.addTo(needs, mode == ReceiveMode.RECEIVE);
        Capability.SELECTORS.addTo(needs, selector.isPresent());
        Capability.FROM_EARLIEST.addTo(needs, fromEarliest && destination.isTopic());
        Capability.DURABLE_SUBSCRIPTIONS.addTo(
                needs, subscription.filter(Subscription::durable).isPresent());
        Capability.SHARED_SUBSCRIPTIONS.addTo(
                needs, subscription.filter(Subscription::shared).isPresent());
        return needs;
    }

    /** Way in which messages get from the client library to the {@link DeliveryListener}. */
    public enum ReceiveMode {
        /** The driver passes messages on, on its own threads, after {@link ClientConnection#start}. */
        LISTENER,
        /** The caller fetches messages with {@link Consumer#receive}. */
        RECEIVE
    }

    /**
     * A named subscription of a topic.
     *
     * @param name unique among the subscriptions of the topic; for an unshared one, among those of the same client id
     * @param shared whether several consumers share the messages of the subscription
     * @param durable whether the subscription outlives its consumers
     */
    public record Subscription(String name, boolean shared, boolean durable) {}
}
