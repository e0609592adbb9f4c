package dev.dyno.driver;

import java.nio.ByteBuffer;

/** Receives the messages of one {@link Consumer}. */
@FunctionalInterface
public interface DeliveryListener {

    /**
     * Called for each received message.
     *
     * @param body the message body from position to limit, backed by an array, valid until this method returns; empty if the
     *     message is of a kind that Dyno does not send
     * @throws DriverException if acknowledging or committing inside the call failed; the driver reports it to
     *     {@link ConnectionSpec#onFailure}
     * @implSpec for one consumer never called on two threads at once
     */
    void onMessage(ByteBuffer body) throws DriverException;

    /**
     * Whether it takes one more message. If {@link Client#listenersRefuse}, the driver calls it before each call of
     * {@link #onMessage} on its own threads; after false it delivers nothing, at least until the next start, and acknowledges
     * none of the messages it holds back.
     */
    default boolean takesOne() {
        return true;
    }
}
