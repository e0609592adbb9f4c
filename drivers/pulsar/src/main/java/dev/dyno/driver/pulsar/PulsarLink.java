package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import java.util.concurrent.CompletableFuture;

/** Producer or consumer, as its connection sees it. All methods may be called by any thread, any number of times. */
interface PulsarLink {

    /** Whether the broker or the network has disconnected it since it was made. */
    boolean wasDisconnected();

    /** Refuses new sends; those in flight may still be answered. */
    void refuse(DriverException cause);

    /** Ends it after the loss of the connection: refuses new sends, and fails whatever waits for the broker with this cause. */
    void fail(DriverException cause);

    /** Closes it at the broker. The future ends with the broker's answer. */
    CompletableFuture<Void> goodbye();
}
