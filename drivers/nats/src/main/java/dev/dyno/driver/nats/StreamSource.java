package dev.dyno.driver.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamReader;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.api.ConsumerInfo;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a JetStream consumer, asked for in batches; the next batch is asked for when half of the last has been
 * received.
 */
final class StreamSource implements MessageSource {

    private static final Duration DRAIN = Duration.ofSeconds(3);

    private final JetStreamSubscription subscription;
    private final JetStreamReader reader;

    StreamSource(JetStreamSubscription subscription, int prefetch) {
        this.subscription = subscription;
        this.reader = subscription.reader(prefetch, Math.max(1, prefetch / 2));
    }

    @Override
    public @Nullable Message next(@Nullable Duration timeout) throws InterruptedException {
        return reader.nextMessage(timeout);
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
        reader.stop();
        try {
            // Blocks until the server has read that nothing more is wanted, so that everything it had sent is here.
            subscription.drain(DRAIN);
            // Servers before 2.10 remember requests for messages of those who have gone until somebody looks, and lose
            // what
            // is given back meanwhile until the acknowledgement wait is over; and they deliver another message twice.
            subscription.getConsumerInfo();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            // The connection is gone, and the subscription with it, or the consumer was removed.
        }
    }
}
