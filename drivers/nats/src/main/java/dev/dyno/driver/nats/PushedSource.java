package dev.dyno.driver.nats;

import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The messages of a JetStream consumer that the server pushes, as many as it may have without an acknowledgement. */
final class PushedSource extends StreamSubscription {

    private static final int NO_LIMIT = 0;

    /** The server keeps to the limit of messages without an acknowledgement; the library would drop those above one of its own. */
    PushedSource(JetStreamSubscription subscription, JetStreamManagement management, String stream) {
        super(subscription, management, stream);
        subscription.setPendingLimits(NO_LIMIT, NO_LIMIT);
    }

    @Override
    @Nullable
    Message take(@Nullable Duration timeout) throws InterruptedException {
        return subscription.nextMessage(timeout);
    }

    @Override
    void askAgain() {}

    @Override
    public void end() {
        try {
            drain();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // The connection is gone, and the subscription with it.
        }
    }
}
