package dev.dyno.driver.nats;

import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.TimeSource;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamReader;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.api.ConsumerInfo;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a JetStream consumer: pushed by the server, up to the consumer's limit of unacknowledged messages, or requested in
 * batches, the next one when half of the last has been received.
 *
 * <p>The server does not report that a consumer was lost with its node or removed, nor that a new leader of the consumer does not
 * know earlier requests. So a consumer without messages for a while is checked.
 */
final class StreamSource implements MessageSource {

    private static final Duration DRAIN = Duration.ofSeconds(3);
    private static final int NOT_FOUND = 404;
    private static final long SILENT_NS = 3_000_000_000L;
    private static final int NO_LIMIT = 0;

    /**
     * Number of consecutive checks without an answer after which the consumer fails: they take longer than the election of a
     * leader.
     */
    private static final int UNANSWERED = 3;

    private final JetStreamSubscription subscription;
    private final JetStreamManagement management;
    private final String stream;
    private final TimeSource time;
    private final int prefetch;
    private @Nullable JetStreamReader reader;

    /** Time at which the source was first found empty after the last message, or last checked; 0 = never. */
    private long silentSinceNs;

    private int unanswered;
    private volatile boolean ending;

    /** @param prefetch messages of a batch; 0 = the server pushes them */
    StreamSource(
            JetStreamSubscription subscription,
            JetStreamManagement management,
            String stream,
            TimeSource time,
            int prefetch) {
        this.subscription = subscription;
        this.management = management;
        this.stream = stream;
        this.time = time;
        this.prefetch = prefetch;
        // Beyond its own limit the library would drop messages, which the server delivers again only after the
        // acknowledgement wait.
        subscription.setPendingLimits(NO_LIMIT, NO_LIMIT);
        request();
    }

    private void request() {
        if (prefetch > 0) {
            reader = subscription.reader(prefetch, Math.max(1, prefetch / 2));
        }
    }

    @Override
    public @Nullable Message next(@Nullable Duration timeout) throws InterruptedException {
        JetStreamReader requested = reader;
        Message message = requested == null ? subscription.nextMessage(timeout) : requested.nextMessage(timeout);
        if (message != null) {
            silentSinceNs = 0;
        } else if (!ending) {
            silent(time.nanoTime());
        }
        return message;
    }

    private void silent(long nowNs) {
        if (silentSinceNs == 0) {
            silentSinceNs = nowNs;
            unanswered = 0;
        } else if (nowNs - silentSinceNs >= SILENT_NS) {
            check();
            silentSinceNs = time.nanoTime();
        }
    }

    private void check() {
        try {
            ConsumerInfo info = management.getConsumerInfo(stream, subscription.getConsumerName());
            unanswered = 0;
            long most = info.getConsumerConfiguration().getMaxAckPending();
            if (info.getNumPending() > 0 && (most <= 0 || info.getNumAckPending() < most)) {
                request();
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
    public MessagesLeft left() throws IOException, JetStreamApiException {
        ConsumerInfo info = subscription.getConsumerInfo();
        return MessagesLeft.ofBroker(info.getNumPending() + info.getNumAckPending());
    }

    @Override
    public boolean isForgetful() {
        return false;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The future only reports that everything has been received.
    public void end() {
        JetStreamReader requested = reader;
        if (requested != null) {
            requested.stop();
        }
        ending = true;
        try {
            subscription.drain(DRAIN);
            if (requested != null) {
                // Servers before 2.10 notice only by this request that the client has left. Without it they hold
                // messages returned in the meantime for the acknowledgement wait, and deliver another one twice.
                subscription.getConsumerInfo();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            // The connection is lost with its subscription, or the consumer was removed.
        }
    }
}
