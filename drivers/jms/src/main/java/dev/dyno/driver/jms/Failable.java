package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;

/** Something of a connection that has to know when it is over. */
interface Failable {

    /** Takes nothing more from now on; what is under way may still be answered. Any thread. */
    void refuse(DriverException cause);

    /** The connection is gone: takes nothing more, and whatever waits for the broker gets this as its answer. Any thread, any number of times. */
    void fail(DriverException cause);
}
