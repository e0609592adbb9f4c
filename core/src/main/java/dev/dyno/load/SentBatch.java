package dev.dyno.load;

import dev.dyno.driver.Producer;
import org.jspecify.annotations.Nullable;

/**
 * Messages that were sent and are not recorded yet, so that a recorder's monitor is taken once for several; nor does a driver
 * know yet whether more follow, with which they may go to the socket.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates nothing after its construction.
 */
final class SentBatch {

    private static final int SIZE = 32;

    /** Stands for the intended time of a message without a schedule. */
    private static final long UNSCHEDULED = Long.MIN_VALUE;

    private final long[] intendedNs = new long[SIZE];
    private final long[] sentNs = new long[SIZE];
    private final @Nullable Producer[] producers = new @Nullable Producer[SIZE];
    private int count;

    /** Only if not full. */
    void add(Producer producer, long intended, long sent, boolean scheduled) {
        producers[count] = producer;
        intendedNs[count] = scheduled ? intended : UNSCHEDULED;
        sentNs[count] = sent;
        count++;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == SIZE;
    }

    /** Tells their drivers that they are to leave now. */
    void flush() {
        Producer last = null;
        for (int i = 0; i < count; i++) {
            Producer producer = producers[i];
            if (producer != null && producer != last) {
                producer.flush();
                last = producer;
            }
        }
    }

    /** Records them, with the recorder's monitor held, and forgets them. */
    void recordTo(Recorder recorder) {
        for (int i = 0; i < count; i++) {
            recorder.sent(intendedNs[i], sentNs[i], intendedNs[i] != UNSCHEDULED);
        }
        count = 0;
    }
}
