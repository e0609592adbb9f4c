package dev.dyno.driver.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.api.ConsumerInfo;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a JetStream consumer, pushed or requested.
 *
 * <p>The server does not report that a consumer was lost with its node or removed, nor that a new leader of the consumer does not
 * know earlier requests. So a consumer without messages for a while is checked.
 */
abstract class StreamSubscription implements MessageSource {

    private static final Duration DRAIN = Duration.ofSeconds(3);
    private static final int NOT_FOUND = 404;
    private static final long SILENT_NS = 3_000_000_000L;

    /** Number of consecutive checks without an answer that take longer than the election of a leader. */
    private static final int UNANSWERED = 3;

    final JetStreamSubscription subscription;
    private final JetStreamManagement management;
    private final String stream;

    /** Time at which the source was first found empty after the last message, or last checked; 0 = never. */
    private long silentSinceNs;

    private int unanswered;
    private volatile boolean ending;

    StreamSubscription(JetStreamSubscription subscription, JetStreamManagement management, String stream) {
        this.subscription = subscription;
        this.management = management;
        this.stream = stream;
    }

    /** Next message that is present or arrives in time. */
    abstract @Nullable Message take(@Nullable Duration timeout) throws InterruptedException;

    /** Requests messages again, if the server does not push them. */
    abstract void askAgain();

    @Override
    public final @Nullable Message next(@Nullable Duration timeout) throws InterruptedException {
        Message message = take(timeout);
        if (message != null) {
            silentSinceNs = 0;
        } else if (!ending) {
            silent(System.nanoTime());
        }
        return message;
    }

    private void silent(long nowNs) {
        if (silentSinceNs == 0) {
            silentSinceNs = nowNs;
            unanswered = 0;
        } else if (nowNs - silentSinceNs >= SILENT_NS) {
            check();
            silentSinceNs = System.nanoTime();
        }
    }

    private void check() {
        try {
            ConsumerInfo info = management.getConsumerInfo(stream, subscription.getConsumerName());
            unanswered = 0;
            long most = info.getConsumerConfiguration().getMaxAckPending();
            if (info.getNumPending() > 0 && (most <= 0 || info.getNumAckPending() < most)) {
                askAgain();
            }
        } catch (IOException | JetStreamApiException e) {
            unanswered++;
            if (e instanceof JetStreamApiException refused && refused.getErrorCode() == NOT_FOUND) {
                throw new IllegalStateException("the broker closed the consumer", e);
            }
            if (unanswered >= UNANSWERED) {
                throw new IllegalStateException("no server answers for the consumer", e);
            }
        }
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

    /** Ends the subscription and blocks until everything that the server had sent has arrived. */
    @SuppressWarnings("FutureReturnValueIgnored") // It only reports that everything has been received.
    final void drain() throws InterruptedException {
        ending = true;
        subscription.drain(DRAIN);
    }
}
