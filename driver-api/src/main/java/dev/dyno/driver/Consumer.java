package dev.dyno.driver;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Receives messages.
 *
 * <p>Assumptions and guarantees: {@link #receive} is called from one thread. {@link #acknowledge} and {@link #commit} are
 * called from inside {@link DeliveryListener#onMessage}, or, with deliveries stopped, from the thread that stopped them.
 */
public interface Consumer extends AutoCloseable {

    /** Result of {@link #timestampMs} for a message without a timestamp. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /** Result of {@link #partition} if the broker does not promise its consumers any order. */
    int NO_ORDER = -1;

    /**
     * Waits for one message and hands it to the {@link DeliveryListener} on this thread. Only in mode
     * {@link ConsumerSpec.ReceiveMode#RECEIVE}.
     *
     * @param timeoutNs longest wait, in ns; 0 = return at once
     * @return whether there was a message; false while deliveries are stopped
     * @throws DriverException if the client library failed, or the listener did; the connection then counts as broken
     */
    default boolean receive(long timeoutNs) throws DriverException {
        throw new UnsupportedOperationException("this consumer was made for a listener");
    }

    /**
     * Acknowledges: in mode {@link AckMode#CLIENT} all messages received so far, in mode {@link AckMode#INDIVIDUAL} the last one.
     *
     * @throws DriverException if that failed; the connection then counts as broken, and the messages may be delivered again
     */
    default void acknowledge() throws DriverException {
        throw new UnsupportedOperationException("this consumer acknowledges by itself");
    }

    /**
     * Rejects the last message received, in place of {@link #acknowledge}. Only in mode {@link AckMode#INDIVIDUAL}, and only if
     * {@link Client#lacksReject} is empty. This subscription does not get the message again: the broker moves it to the place of
     * its dead letters or, without one, drops it.
     *
     * @throws DriverException if that failed; the connection then counts as broken, and the message may be delivered again
     */
    default void reject() throws DriverException {
        throw new UnsupportedOperationException("this consumer cannot reject messages");
    }

    /**
     * Message being delivered, to be acknowledged later by {@link #acknowledge(Object)}. Called inside
     * {@link DeliveryListener#onMessage} in mode {@link AckMode#INDIVIDUAL}, if {@link Client#lacksDelivery} is empty.
     */
    default Object delivery() {
        throw new UnsupportedOperationException("this consumer acknowledges only the last message");
    }

    /**
     * Acknowledges one message that {@link #delivery} returned. Called once for each, in any order of the messages.
     *
     * @throws DriverException if that failed; the connection then counts as broken, and the message may be delivered again
     * @implSpec may be called on any thread, also while {@link DeliveryListener#onMessage} runs, until the consumer is closed;
     *     must not wait for the broker, because the thread of the clock calls it
     */
    default void acknowledge(Object delivery) throws DriverException {
        throw new UnsupportedOperationException("this consumer acknowledges only the last message");
    }

    /**
     * Commits the transaction of the messages received since the last commit, and blocks until the broker has confirmed it.
     *
     * @throws DriverException if that failed; the connection then counts as broken, and the messages may be delivered again
     */
    default void commit() throws DriverException {
        throw new UnsupportedOperationException("this consumer has no transactions");
    }

    /**
     * Messages that can still be delivered to this consumer's subscription: a queue with all its consumers, or a subscription of
     * a topic. They are the messages that the broker holds for it, whether waiting or assigned to a consumer on any connection,
     * even a broken one; and those that the client library has fetched for its consumers in this process and not yet passed to a
     * listener. Other processes report those of their own consumers.
     *
     * <p>Called after the last send, by the thread that starts and stops the connection, while deliveries continue or after they
     * were stopped. Blocks until the broker has answered, for ten seconds at most. Must not receive, acknowledge or requeue any
     * message.
     *
     * @return at least as many as can still be delivered; the number may include messages that were received and are not
     *     acknowledged. Empty if the protocol does not report a number, or only one that may be too low
     * @throws DriverException if the broker did not answer
     * @implSpec 0 counts as evidence: an acknowledged message that was not received is then reported as lost
     */
    default Optional<MessagesLeft> messagesLeft() throws DriverException {
        return Optional.empty();
    }

    /**
     * Number of consumers that the broker counts at this consumer's queue or shared subscription, on any connection. This
     * consumer is included, and so are those of a killed client, until the broker has noticed its end.
     *
     * <p>Called before the first delivery, by the thread that made the consumer. Blocks until the broker has answered, for ten
     * seconds at most.
     *
     * @return empty if the protocol does not report it
     * @throws DriverException if the broker did not answer
     */
    default OptionalInt consumersAtBroker() throws DriverException {
        return OptionalInt.empty();
    }

    /**
     * Timestamp that the protocol, and not the body, gives to the message being delivered. Called inside
     * {@link DeliveryListener#onMessage}, and only for messages that Dyno did not send.
     *
     * @return ms since 1970, or {@link #NO_TIMESTAMP}
     */
    default long timestampMs() {
        return NO_TIMESTAMP;
    }

    /**
     * Name and origin of the timestamp of the message being delivered, as a part of a sentence:
     * {@code the publish time, set by the producer}. Called after {@link #timestampMs} has returned a timestamp.
     */
    default String timestampOrigin() {
        return "the message's timestamp";
    }

    /**
     * Number of the partition that the message being delivered came from: a broker with partitions keeps order only within each.
     * Called inside {@link DeliveryListener#onMessage}, for each message.
     *
     * @return at least 0 and smaller than the number of partitions; 0 without partitions; or {@link #NO_ORDER}
     * @implSpec allocates nothing
     */
    default int partition() {
        return 0;
    }

    /**
     * Asks the broker for no more messages, and returns when those that it had already sent have been delivered. Called during
     * deliveries; this consumer is stopped and closed next, while others stay. Waits for the deliveries for half a minute at
     * most, and for the broker's answer for half a minute at most.
     *
     * @throws DriverException if that failed
     * @implSpec does nothing where the broker delivers the unacknowledged messages of a closed consumer to other consumers,
     *     without a limit on the number of deliveries of a message
     */
    default void leave() throws DriverException {}

    /** Closes the consumer. Its deliveries were stopped before. Blocks; never throws for a broken connection. */
    @Override
    void close();
}
