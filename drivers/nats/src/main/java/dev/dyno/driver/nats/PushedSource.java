package dev.dyno.driver.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.api.ConsumerInfo;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The messages of a JetStream consumer that the server pushes, as many as it may have without an acknowledgement. */
record PushedSource(JetStreamSubscription subscription) implements MessageSource {

    private static final Duration DRAIN = Duration.ofSeconds(3);
    private static final int NO_LIMIT = 0;

    /** The server keeps to the limit of messages without an acknowledgement; the library would drop those above one of its own. */
    static PushedSource of(JetStreamSubscription subscription) {
        subscription.setPendingLimits(NO_LIMIT, NO_LIMIT);
        return new PushedSource(subscription);
    }

    @Override
    public @Nullable Message next(@Nullable Duration timeout) throws InterruptedException {
        return subscription.nextMessage(timeout);
    }

    @Override
    public long left() throws IOException, JetStreamApiException {
        ConsumerInfo info = subscription.getConsumerInfo();
        return info.getNumPending() + info.getNumAckPending();
    }

    @Override
    public boolean isForgetful() {
        return false;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // It only says that everything has been received.
    public void end() {
        try {
            // Blocks until the server has read that nothing more is wanted, so that everything it had sent is here.
            subscription.drain(DRAIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // The connection is gone, and the subscription with it.
        }
    }
}
