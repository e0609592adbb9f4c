package dev.dyno.driver;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Receives messages.
 *
 * <p>Assumptions and guarantees: {@link #receive} is called from one thread. {@link #acknowledge} and {@link #commit} are
 * called from inside {@link DeliveryListener#onMessage}, or, with deliveries stopped, from the thread that stopped them.
 */
public interface Consumer extends AutoCloseable {

    /** The {@link #timestampMs} of a message that has none. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /**
     * Waits for one message and hands it to the {@link DeliveryListener} on this thread; only in mode {@link
     * ConsumerSpec.ReceiveMode#RECEIVE}.
     *
     * @param timeoutNs how long to wait, in ns; 0 = look and return at once
     * @return whether there was a message
     * @throws DriverException if the client library failed
     */
    default boolean receive(long timeoutNs) throws DriverException {
        throw new UnsupportedOperationException("this consumer was made for a listener");
    }

    /**
     * Acknowledges, in mode {@link AckMode#CLIENT} all messages received so far, in mode {@link AckMode#INDIVIDUAL} the last
     * one.
     */
    default void acknowledge() throws DriverException {
        throw new UnsupportedOperationException("this consumer has no acknowledgements of its user's choice");
    }

    /** Commits the transaction of the messages received since the last commit, and blocks until the broker confirmed. */
    default void commit() throws DriverException {
        throw new UnsupportedOperationException("this consumer has no transactions");
    }

    /**
     * The number of messages that are still on their way to this consumer's subscription: a queue with all its consumers, or a
     * subscription of a topic. These are the messages that the broker holds for it, whether they wait or are held for a consumer
     * on any connection, one that broke included, and those that the client library fetched and did not hand to a listener.
     *
     * <p>Called when nothing is sent any more, by the thread that starts and stops the connection, while deliveries continue or
     * after they were stopped. Blocks until the broker answered, for ten seconds at the most. Receives, acknowledges and requeues
     * nothing.
     *
     * @return never less than can still be delivered; it may include messages that were received and are not acknowledged.
     *     Empty if the protocol cannot say, or can only give a number that may be too low
     * @throws DriverException if the broker did not answer
     * @implSpec 0 is evidence: a message that was acknowledged to its producer and was not received is lost then
     */
    default OptionalLong messagesLeft() throws DriverException {
        return OptionalLong.empty();
    }

    /**
     * The number of consumers that the broker counts at this consumer's queue or shared subscription, this one included: on any
     * connection, that of a client which was killed included, until the broker has given it up.
     *
     * <p>Called before the first delivery, by the thread that made the consumer. Blocks until the broker answered, for ten seconds
     * at the most.
     *
     * @return empty if the protocol cannot say
     * @throws DriverException if the broker did not answer
     */
    default OptionalInt consumersAtBroker() throws DriverException {
        return OptionalInt.empty();
    }

    /**
     * The timestamp that the message being delivered bears, by the protocol and not in its body. Called from inside {@link
     * DeliveryListener#onMessage}, and only for messages that are not Dyno's.
     *
     * @return ms since 1970, or {@link #NO_TIMESTAMP}
     */
    default long timestampMs() {
        return NO_TIMESTAMP;
    }

    /**
     * The name of the timestamp of the message being delivered and who set it, as a part of a sentence: {@code the publish time, set
     * by the producer}. Called after {@link #timestampMs} returned one.
     */
    default String timestampOrigin() {
        return "the message's timestamp";
    }

    /**
     * The partition of its destination from which the message being delivered came: a broker that has partitions keeps order within
     * each of them only. Called from inside {@link DeliveryListener#onMessage}, for each message.
     *
     * @return at least 0 and smaller than the number of partitions; 0 where there are none
     * @implSpec allocates nothing
     */
    default int partition() {
        return 0;
    }

    /** Closes the consumer. Deliveries have been stopped by then. */
    @Override
    void close();
}
