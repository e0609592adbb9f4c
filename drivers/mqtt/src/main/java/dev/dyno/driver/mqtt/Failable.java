package dev.dyno.driver.mqtt;

import dev.dyno.driver.DriverException;

/** Something that ends with the connection. */
interface Failable {

    /** Nothing more comes over this connection; called on any thread, and possibly more than once. */
    void fail(DriverException cause);
}
