package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;

/** Part of a connection that must be notified of its end. */
interface Failable {

    /** Refuses new sends; those in flight may still be answered. Any thread. */
    void refuse(DriverException cause);

    /** Fails all pending sends and refuses new ones, because the connection is lost. Any thread; idempotent. */
    void fail(DriverException cause);
}
