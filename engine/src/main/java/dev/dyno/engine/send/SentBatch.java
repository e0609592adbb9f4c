package dev.dyno.engine.send;

import dev.dyno.driver.Producer;
import dev.dyno.engine.record.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Messages that were sent and not recorded yet, so that the recorder's monitor is taken once for several. All-out, their
 * producers are not flushed yet either, so that the driver can write several messages to the socket together.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates nothing after its construction.
 */
final class SentBatch {

    private static final int SIZE = 32;

    /** Stands for the intended time of a message without a schedule. */
    private static final long UNSCHEDULED = Long.MIN_VALUE;

    private final long[] intendedNs = new long[SIZE];
    private final long[] sentNs = new long[SIZE];
    private final long[] ownDelayNs = new long[SIZE];
    private final int[] bytes = new int[SIZE];
    private int count;

    /** Producers to flush; a producer that has sent several messages in a row is listed once. */
    private final @Nullable Producer[] unflushed = new @Nullable Producer[SIZE];

    private int unflushedCount;

    /**
     * Adds a sent message. Must not be called when full.
     *
     * @param ownDelay part of the time from {@code intended} to {@code sent}, in ns, in which Dyno did not wait for the broker
     * @param size of the message's body, in bytes
     */
    void add(Producer producer, long intended, long sent, boolean scheduled, long ownDelay, int size) {
        if (unflushedCount == 0 || unflushed[unflushedCount - 1] != producer) {
            unflushed[unflushedCount++] = producer;
        }
        intendedNs[count] = scheduled ? intended : UNSCHEDULED;
        sentNs[count] = sent;
        ownDelayNs[count] = ownDelay;
        bytes[count] = size;
        count++;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == SIZE;
    }

    /** Makes the drivers send the messages now. */
    void flush() {
        for (int i = 0; i < unflushedCount; i++) {
            Producer producer = unflushed[i];
            if (producer != null) {
                producer.flush();
            }
        }
        unflushedCount = 0;
    }

    /** Records the messages, with the recorder's monitor held, and forgets them. */
    void recordTo(Recorder recorder) {
        for (int i = 0; i < count; i++) {
            recorder.sent(intendedNs[i], sentNs[i], intendedNs[i] != UNSCHEDULED, ownDelayNs[i], bytes[i]);
        }
        count = 0;
    }
}
