package dev.dyno.driver;

import java.nio.ByteBuffer;

/**
 * Sends messages to one destination.
 *
 * <p>Assumptions and guarantees: all methods are called from one thread, except {@link #close}, which comes after that thread
 * has finished, and what {@link #sendsAfterCompletions} allows. Only the methods of the {@link ProducerSpec.SendMode} it was made
 * for are called.
 */
public interface Producer extends AutoCloseable {

    /**
     * The messages sent from now on have that key, until the next call; before the first call they have none. A broker keeps
     * messages of one key in order, or in one partition, or with one consumer: whatever it has keys for.
     *
     * @throws DriverException if the driver is without {@link Capability#KEYS}
     * @implSpec a driver with {@link Capability#KEYS} must implement it, and allocate nothing of its own; it comes before each
     *     message, in the producer's thread, also before one that was refused and is tried again
     */
    default void useKey(MessageKey key) throws DriverException {
        throw new DriverException("this driver has no keys of messages");
    }

    /**
     * Hands one message to the client library without waiting for its acknowledgement; {@link SendListener#onSendCompleted}
     * is called for it exactly once, possibly before this method returns.
     *
     * @param body the message body, from position to limit, backed by an array
     * @param token names the message in its completion; at least 0, smaller than {@link ProducerSpec#maxInFlight} (with no
     *     limit: small and dense), and not used again before its completion was reported, so it can index an array
     * @return false if the client library would block now; nothing was sent, and the caller tries the same message again
     *     with its original intended time
     * @throws DriverException if this message cannot be sent; its completion is then not reported
     * @implSpec must not keep {@code body}, nor change it, after returning
     * @implNote where the client library cannot say beforehand that it would block, it may block here
     */
    default boolean trySend(ByteBuffer body, long token) throws DriverException {
        throw new UnsupportedOperationException("this producer was not made for asynchronous sends");
    }

    /**
     * What {@link #trySend} has taken is to leave now, if it has not yet: no more messages may follow for a while. It comes
     * after each send of a schedule, and all-out after a few, at once when there is nothing else to do; perhaps also for none.
     * So a driver may hand several messages to the socket together.
     *
     * @implSpec need not do anything if messages leave without it; does not fail: messages that cannot leave complete with a
     *     failure, as those that are lost later do
     */
    default void flush() {}

    /**
     * Whether {@link #useKey}, {@link #trySend} and {@link #flush} may also be called inside {@link SendListener#afterCompletions},
     * whatever producer of the driver it is of. They are then called by one thread at a time, and each sees what the one before has done.
     *
     * @implSpec only if {@link #trySend} never blocks, and {@link SendListener#afterCompletions} comes after every completion
     */
    default boolean sendsAfterCompletions() {
        return false;
    }

    /**
     * Sends one message and blocks: in mode {@link ProducerSpec.SendMode#SYNC} until the broker's acknowledgement, in mode
     * {@link ProducerSpec.SendMode#TRANSACTED} until the client library has taken it.
     *
     * @throws DriverException if it failed; it is then unknown whether the broker has the message
     * @implSpec must not keep {@code body}, nor change it, after returning
     */
    default void send(ByteBuffer body) throws DriverException {
        throw new UnsupportedOperationException("this producer was made for asynchronous sends");
    }

    /**
     * Commits what was sent since the last commit and blocks until the broker has confirmed it.
     *
     * @throws DriverException if the broker refused or could not be asked; nothing is known of those messages then
     */
    default void commit() throws DriverException {
        throw new UnsupportedOperationException("this producer has no transactions");
    }

    /** Closes the producer; messages under way may still complete or fail meanwhile. */
    @Override
    void close();
}
