package dev.dyno.driver;

import java.nio.ByteBuffer;

/**
 * Sends messages to one destination.
 *
 * <p>Assumptions and guarantees: all methods are called from one thread, except {@link #close}, which is called after that thread
 * has ended, and the calls that {@link #sendsAfterCompletions} allows. Only the methods that fit the producer's
 * {@link ProducerSpec.SendMode} are called.
 */
public interface Producer extends AutoCloseable {

    /**
     * Sets the key of the following messages, until the next call; before the first call messages have no key. Depending on the
     * broker, messages of one key stay in order, in one partition, or with one consumer.
     *
     * @throws DriverException if the driver lacks {@link Capability#KEYS}
     * @implSpec a driver with {@link Capability#KEYS} must implement it, and must not allocate; called on the producer's thread
     *     before each message, also before another try of a message that was refused
     */
    default void useKey(MessageKey key) throws DriverException {
        throw new DriverException("this driver has no keys of messages");
    }

    /**
     * Hands one message to the client library without waiting for its acknowledgement; {@link SendListener#onSendCompleted} is
     * called for it exactly once, possibly before this method returns.
     *
     * @param body the message body, from position to limit, backed by an array
     * @param token identifies the message in its completion; at least 0, smaller than {@link ProducerSpec#maxInFlight} (without a
     *     limit: small and dense), so that it can index an array. Not used again before its completion was reported
     * @return false if the client library would block now; nothing was sent, and the caller tries the same message again with its
     *     original intended time
     * @throws DriverException if this message cannot be sent; its completion is then not reported
     * @implSpec must neither change {@code body} nor keep it after returning
     * @implNote if the client library does not report beforehand that it would block, this method may block
     */
    default boolean trySend(ByteBuffer body, long token) throws DriverException {
        throw new UnsupportedOperationException("this producer was not made for asynchronous sends");
    }

    /**
     * Sends the messages that {@link #trySend} accepted now, because no more may follow for a while; a driver may therefore
     * collect accepted messages and write several to the socket together. Called after each send of a schedule. With an all-out
     * load, called after a few sends, and at once when there is nothing else to do. May be called without any send before it.
     *
     * @implSpec may do nothing if messages are sent without it; must not fail: messages that cannot be sent complete with a
     *     failure, like those lost later
     */
    default void flush() {}

    /**
     * Whether {@link #useKey}, {@link #trySend} and {@link #flush} may also be called inside
     * {@link SendListener#afterCompletions} of any producer of the driver. One thread at a time then calls them, and each call
     * sees the effects of the previous one.
     *
     * @implSpec true only if {@link #trySend} never blocks, and {@link SendListener#afterCompletions} is called after every
     *     completion
     */
    default boolean sendsAfterCompletions() {
        return false;
    }

    /**
     * Sends one message and blocks: in mode {@link ProducerSpec.SendMode#SYNC} until the broker's acknowledgement, in mode
     * {@link ProducerSpec.SendMode#TRANSACTED} until the client library has accepted it.
     *
     * @throws DriverException if it failed; the message is then in doubt
     * @implSpec must neither change {@code body} nor keep it after returning
     */
    default void send(ByteBuffer body) throws DriverException {
        throw new UnsupportedOperationException("this producer was made for asynchronous sends");
    }

    /**
     * Commits the messages sent since the last commit, and blocks until the broker has confirmed it.
     *
     * @throws DriverException if the broker refused or did not answer; those messages are then in doubt
     */
    default void commit() throws DriverException {
        throw new UnsupportedOperationException("this producer has no transactions");
    }

    /** Closes the producer, after all messages in flight have completed. Blocks; never throws for a broken connection. */
    @Override
    void close();
}
