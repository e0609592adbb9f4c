package dev.dyno.driver;

import java.nio.ByteBuffer;

/** Takes the messages of one {@link Consumer}. */
@FunctionalInterface
public interface DeliveryListener {

    /**
     * One message was received.
     *
     * @param body the message body from position to limit, backed by an array, valid until this method returns; empty if the
     *     message is of a kind that Dyno does not send
     * @throws DriverException if acknowledging or committing inside the call failed; the driver reports it to {@link
     *     ConnectionSpec#onFailure}
     * @implSpec for one consumer never called on two threads at once
     */
    void onMessage(ByteBuffer body) throws DriverException;
}
