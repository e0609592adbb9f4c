package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import java.util.concurrent.CompletableFuture;

/** A producer or consumer, as its connection sees it. All methods: any thread, any number of times. */
interface Link {

    /** Whether the broker or the network has taken it off since it was made. */
    boolean wasDisconnected();

    /** Takes nothing more from now on; what is under way may still be answered. */
    void refuse(DriverException cause);

    /** The connection is gone: takes nothing more, and whatever waits for the broker gets this as its answer. */
    void fail(DriverException cause);

    /** Says goodbye to the broker; the future ends when that has answered. */
    CompletableFuture<Void> goodbye();
}
