package dev.dyno.driver.pulsar;

import dev.dyno.driver.LosableConnection;
import java.util.concurrent.CompletableFuture;

/** Producer or consumer, as its connection sees it. All methods may be called by any thread, any number of times. */
interface PulsarLink extends LosableConnection.Part {

    /** Kind and destination of this producer or consumer, in words. */
    String part();

    /** Whether the broker or the network has disconnected this producer or consumer since it was made. */
    boolean wasDisconnected();

    /** Closes this producer or consumer at the broker. The future ends with the broker's answer. */
    CompletableFuture<Void> goodbye();
}
