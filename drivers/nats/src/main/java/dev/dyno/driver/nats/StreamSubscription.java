package dev.dyno.driver.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.api.ConsumerInfo;
import java.io.IOException;
import java.time.Duration;

/** The messages of a JetStream consumer, however they are asked for. */
abstract class StreamSubscription implements MessageSource {

    private static final Duration DRAIN = Duration.ofSeconds(3);

    final JetStreamSubscription subscription;

    StreamSubscription(JetStreamSubscription subscription) {
        this.subscription = subscription;
    }

    @Override
    public final long left() throws IOException, JetStreamApiException {
        ConsumerInfo info = subscription.getConsumerInfo();
        return info.getNumPending() + info.getNumAckPending();
    }

    @Override
    public final boolean isForgetful() {
        return false;
    }

    /** Blocks until the server has read that nothing more is wanted, so that everything it had sent is here. */
    @SuppressWarnings("FutureReturnValueIgnored") // It only says that everything has been received.
    final void drain() throws InterruptedException {
        subscription.drain(DRAIN);
    }
}
