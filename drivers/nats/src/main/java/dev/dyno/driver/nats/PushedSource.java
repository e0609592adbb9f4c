package dev.dyno.driver.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The messages of a JetStream consumer that the server pushes, as many as it may have without an acknowledgement. */
final class PushedSource extends StreamSubscription {

    private static final int NO_LIMIT = 0;

    /** The server does not say that a consumer is removed to which it pushes messages, so one without messages is asked for. */
    private static final long LOOK_NS = 1_000_000_000L;

    private long lookedNs = System.nanoTime();

    /** The server keeps to the limit of messages without an acknowledgement; the library would drop those above one of its own. */
    PushedSource(JetStreamSubscription subscription) {
        super(subscription);
        subscription.setPendingLimits(NO_LIMIT, NO_LIMIT);
    }

    @Override
    public @Nullable Message next(@Nullable Duration timeout) throws InterruptedException {
        Message message = subscription.nextMessage(timeout);
        if (message == null && timeout != null && System.nanoTime() - lookedNs > LOOK_NS) {
            failIfRemoved();
            lookedNs = System.nanoTime();
        }
        return message;
    }

    private void failIfRemoved() {
        try {
            subscription.getConsumerInfo();
        } catch (JetStreamApiException e) {
            throw new IllegalStateException("the broker closed the consumer", e);
        } catch (IOException e) {
            // Without an answer nothing is known.
        }
    }

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
