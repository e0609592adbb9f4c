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
     * @implSpec never called on two threads at once for one consumer
     */
    void onMessage(ByteBuffer body) throws DriverException;

    /**
     * Whether the listener accepts one more message. If {@link Client#listenersRefuse}, the driver calls this on its own threads
     * before each {@link #onMessage}. After false the driver delivers nothing, at least until the next start, and acknowledges
     * none of the messages that it holds back.
     */
    default boolean takesOne() {
        return true;
    }
}
