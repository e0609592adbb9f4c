package dev.dyno.driver.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamReader;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a JetStream consumer, requested in batches; the next batch is requested when half of the last has been received.
 */
final class StreamSource extends StreamSubscription {

    private final int prefetch;
    private JetStreamReader reader;

    StreamSource(JetStreamSubscription subscription, JetStreamManagement management, String stream, int prefetch) {
        super(subscription, management, stream);
        this.prefetch = prefetch;
        this.reader = reader(subscription, prefetch);
    }

    private static JetStreamReader reader(JetStreamSubscription subscription, int prefetch) {
        return subscription.reader(prefetch, Math.max(1, prefetch / 2));
    }

    @Override
    @Nullable
    Message take(@Nullable Duration timeout) throws InterruptedException {
        return reader.nextMessage(timeout);
    }

    @Override
    void askAgain() {
        reader = reader(subscription, prefetch);
    }

    @Override
    public void end() {
        reader.stop();
        try {
            drain();
            // Servers before 2.10 keep requests of clients that have left until the consumer is looked at, and lose
            // messages
            // returned in the meantime until the acknowledgement wait is over; they also deliver another message twice.
            subscription.getConsumerInfo();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            // The connection is lost with its subscription, or the consumer was removed.
        }
    }
}
