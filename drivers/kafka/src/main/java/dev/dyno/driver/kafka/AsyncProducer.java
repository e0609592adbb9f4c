package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends without waiting; a callback of the library reports each result.
 *
 * <p>Assumptions and guarantees: the library calls each callback exactly once, even when it is closed by force, on its one sender
 * thread. Only callbacks of refused sends are called on the sending thread, before the send returns, and become an exception or
 * false here instead of a completion. So completions come one at a time without a lock.
 *
 * <p>Each token has a {@link Slot}, the callback of all messages that are sent with it, one after the other.
 */
final class AsyncProducer extends RecordProducer {

    /** Number of slots at first; {@link #slot} makes more. */
    private static final int FIRST_SLOTS = 1024;

    private final SendListener listener;

    /** Slots by token; used by the sending thread only. */
    private @Nullable Slot[] slots;

    /**
     * Thread of the latest {@link #trySend}. The data race is harmless: a thread compares the field only with itself, and only
     * the sending thread can find itself here.
     */
    private @Nullable Thread sending;

    /** Reason why the library has refused the present send; used by the sending thread only. */
    private @Nullable Exception refusal;

    /**
     * Time in ns of the first refusal because the library no longer knows the topic; 0 = none. A refusal more than twice
     * {@link KafkaConnection#METADATA_NS} later counts as a first one again.
     */
    private long topicMissingSinceNs;

    AsyncProducer(
            KafkaConnection connection,
            KafkaProducer<byte[], byte[]> producer,
            Records records,
            int maxInFlight,
            SendListener listener) {
        super(connection, producer, records);
        this.listener = listener;
        this.slots = new @Nullable Slot[maxInFlight > 0 ? Math.min(maxInFlight, FIRST_SLOTS) : FIRST_SLOTS];
    }

    /**
     * {@inheritDoc}
     *
     * <p>Returns false while the library's buffer is full and, for a limited time, while the library does not know the topic. If
     * the user has set {@code max.block.ms}, the call blocks for that time first.
     */
    @Override
    public boolean trySend(ByteBuffer body, long token) throws DriverException {
        failIfClosed();
        final Slot slot = slot((int) token);
        sending = Thread.currentThread();
        try {
            // The future of the send is not needed: the callback reports the result.
            var unused = producer.send(records.of(body), slot);
        } catch (RuntimeException e) {
            refusal = null;
            throw cannotSend(e);
        }
        final Exception cause = refusal;
        return cause == null || refused(cause);
    }

    private Slot slot(int token) {
        if (token >= slots.length) {
            slots = Arrays.copyOf(slots, Math.max(token + 1, slots.length * 2));
        }
        Slot slot = slots[token];
        if (slot == null) {
            slot = new Slot(token);
            slots[token] = slot;
        }
        return slot;
    }

    /** Handles a refused send; returns false if it may be tried again. */
    private boolean refused(Exception cause) throws DriverException {
        refusal = null;
        // A full buffer is reported by a subclass; TimeoutException itself means an unknown topic, which may stay
        // unknown.
        if (cause instanceof TimeoutException) {
            if (cause.getClass() == TimeoutException.class) {
                failIfMissingForLong(cause);
            }
            return false;
        }
        throw cannotSend(cause);
    }

    private void failIfMissingForLong(Exception cause) throws DriverException {
        final long nowNs = connection.time().nanoTime();
        if (topicMissingSinceNs == 0 || nowNs - topicMissingSinceNs > 2 * KafkaConnection.METADATA_NS) {
            topicMissingSinceNs = nowNs;
        } else if (nowNs - topicMissingSinceNs > KafkaConnection.METADATA_NS) {
            throw cannotSend(cause);
        }
    }

    private DriverException cannotSend(Throwable cause) {
        return failed("cannot send to", cause);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connection.finishSends();
        }
    }

    private final class Slot implements Callback {

        private final int token;

        Slot(int token) {
            this.token = token;
        }

        @Override
        public void onCompletion(RecordMetadata metadata, @Nullable Exception exception) {
            if (exception == null) {
                listener.onSendCompleted(token, null);
            } else {
                failed(exception);
            }
        }

        private void failed(Exception exception) {
            if (Thread.currentThread() == sending) {
                refusal = exception;
            } else {
                listener.onSendCompleted(token, cannotSend(exception));
            }
        }
    }
}
