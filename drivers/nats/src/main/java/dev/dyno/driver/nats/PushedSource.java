package dev.dyno.driver.nats;

import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Messages of a JetStream consumer that the server pushes, up to the limit of unacknowledged messages. */
final class PushedSource extends StreamSubscription {

    private static final int NO_LIMIT = 0;

    /** Removes the library's own limit, beyond which it would drop messages: the server limits unacknowledged messages. */
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
            // The connection is lost, and the subscription with it.
        }
    }
}
