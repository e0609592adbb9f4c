package dev.dyno.driver;

/**
 * Receives messages.
 *
 * <p>Assumptions and guarantees: {@link #receive} is called from one thread. {@link #acknowledge} and {@link #commit} are
 * called from inside {@link DeliveryListener#onMessage}, or, with deliveries stopped, from the thread that stopped them.
 */
public interface Consumer extends AutoCloseable {

    /**
     * Waits for one message and hands it to the {@link DeliveryListener} on this thread; only in mode {@link
     * ConsumerSpec.ReceiveMode#RECEIVE}.
     *
     * @param timeoutNs how long to wait, in ns; 0 = look and return at once
     * @return whether there was a message
     * @throws DriverException if the client library failed
     */
    boolean receive(long timeoutNs) throws DriverException;

    /**
     * Acknowledges, in mode {@link AckMode#CLIENT} all messages received so far, in mode {@link AckMode#INDIVIDUAL} the last
     * one.
     */
    void acknowledge() throws DriverException;

    /** Commits the transaction of the messages received since the last commit, and blocks until the broker confirmed. */
    void commit() throws DriverException;

    /** Closes the consumer. Deliveries have been stopped by then. */
    @Override
    void close();
}
