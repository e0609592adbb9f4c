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

    /** Stands for the {@link #timestampMs} of a message without one. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /** Stands for the {@link #partition} of a message if the broker promises its consumers no order. */
    int NO_ORDER = -1;

    /**
     * Waits for one message and hands it to the {@link DeliveryListener} on this thread; only in mode
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
     * Acknowledges, in mode {@link AckMode#CLIENT} all messages received so far, in mode {@link AckMode#INDIVIDUAL} the last
     * one.
     *
     * @throws DriverException if that failed; the connection then counts as broken, and the messages may be delivered again
     */
    default void acknowledge() throws DriverException {
        throw new UnsupportedOperationException("this consumer acknowledges by itself");
    }

    /**
     * Rejects the last message received, in mode {@link AckMode#INDIVIDUAL}, in the place of {@link #acknowledge}: this
     * subscription does not get it again, and the broker moves it to where its dead letters go, if it has such a place, or drops
     * it. Not if {@link Client#lacksReject}.
     *
     * @throws DriverException as {@link #acknowledge}
     */
    default void reject() throws DriverException {
        throw new UnsupportedOperationException("this consumer cannot reject messages");
    }

    /**
     * Message being delivered, in mode {@link AckMode#INDIVIDUAL}, to be acknowledged later by {@link #acknowledge(Object)}. Called from
     * inside {@link DeliveryListener#onMessage}. Not if {@link Client#lacksDelivery}.
     */
    default Object delivery() {
        throw new UnsupportedOperationException("this consumer acknowledges only the last message");
    }

    /**
     * Acknowledges a message of {@link #delivery}, once, in any order of the messages.
     *
     * @throws DriverException as {@link #acknowledge}
     * @implSpec from any thread, also while {@link DeliveryListener#onMessage} runs, until the consumer is closed; does not wait for
     *     the broker, because the clock's thread calls it
     */
    default void acknowledge(Object delivery) throws DriverException {
        throw new UnsupportedOperationException("this consumer acknowledges only the last message");
    }

    /**
     * Commits the transaction of the messages received since the last commit, and blocks until the broker confirmed.
     *
     * @throws DriverException as {@link #acknowledge}
     */
    default void commit() throws DriverException {
        throw new UnsupportedOperationException("this consumer has no transactions");
    }

    /**
     * Messages that can still be delivered to this consumer's subscription: a queue with all its consumers, or a subscription of a
     * topic. These are the messages that the broker holds for it, waiting or assigned to a consumer on any connection, even a
     * broken one, and those that the client library fetched and did not pass to a listener, for all its consumers in this process.
     * Other processes are asked for theirs.
     *
     * <p>Called when nothing is sent any longer, by the thread that starts and stops the connection, while deliveries continue or
     * after they were stopped. Blocks until the broker answered, for ten seconds at most. Receives, acknowledges and requeues
     * nothing.
     *
     * @return at least as many as can still be delivered; they may include messages that were received and are not acknowledged.
     *     Empty if the protocol cannot tell, or only with a number that may be too low
     * @throws DriverException if the broker did not answer
     * @implSpec 0 is evidence: an acknowledged message that was not received is then lost
     */
    default Optional<MessagesLeft> messagesLeft() throws DriverException {
        return Optional.empty();
    }

    /**
     * Number of consumers that the broker counts at this consumer's queue or shared subscription, including this one, on any
     * connection, even that of a killed client until the broker has given it up.
     *
     * <p>Called before the first delivery, by the thread that made the consumer. Blocks until the broker answered, for ten
     * seconds at most.
     *
     * @return empty if the protocol cannot tell
     * @throws DriverException if the broker did not answer
     */
    default OptionalInt consumersAtBroker() throws DriverException {
        return OptionalInt.empty();
    }

    /**
     * Timestamp of the message being delivered, from the protocol, not from its body. Called from inside
     * {@link DeliveryListener#onMessage}, and only for messages that are not Dyno's.
     *
     * @return ms since 1970, or {@link #NO_TIMESTAMP}
     */
    default long timestampMs() {
        return NO_TIMESTAMP;
    }

    /**
     * Name of the timestamp of the message being delivered and its origin, as a part of a sentence:
     * {@code the publish time, set by the producer}. Called after {@link #timestampMs} returned one.
     */
    default String timestampOrigin() {
        return "the message's timestamp";
    }

    /**
     * Partition of its destination that the message being delivered came from: a broker with partitions keeps order only within
     * each. Called from inside {@link DeliveryListener#onMessage}, for each message.
     *
     * @return at least 0 and smaller than the number of partitions; 0 without partitions; or {@link #NO_ORDER}
     * @implSpec allocates nothing
     */
    default int partition() {
        return 0;
    }

    /**
     * Asks the broker for no more messages, and returns when those that it had sent have been delivered: this consumer is stopped and
     * closed next, and others stay. Called during deliveries. Blocks for half a minute at most, and as long for an answer.
     *
     * @implSpec does nothing where the broker gives to others what a closed consumer has not acknowledged, however often
     */
    default void leave() throws DriverException {}

    /** Closes the consumer. Deliveries have been stopped by then. Blocks; never throws for a broken connection. */
    @Override
    void close();
}
