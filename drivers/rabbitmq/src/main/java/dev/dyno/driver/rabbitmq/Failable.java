package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.DriverException;

/** A producer, as its connection sees it: something that has to know when it is over. All methods on any thread. */
interface Failable {

    /** Takes nothing more from now on; what is under way may still be answered. */
    void refuse(DriverException cause);

    /** Whatever waits for the broker gets this as its answer. */
    default void failPending(DriverException cause) {}

    /** The library has made a new connection under this one, after everything pending has failed. */
    default void startAgain() {}
}
