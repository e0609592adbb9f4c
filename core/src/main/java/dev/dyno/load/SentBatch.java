package dev.dyno.load;

/**
 * Messages that were sent and are not recorded yet, so that a recorder's monitor is taken once for several.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates nothing after its construction.
 */
final class SentBatch {

    private static final int SIZE = 32;

    /** Stands for the intended time of a message without a schedule. */
    private static final long UNSCHEDULED = Long.MIN_VALUE;

    private final long[] intendedNs = new long[SIZE];
    private final long[] sentNs = new long[SIZE];
    private int count;

    /** Only if not full. */
    void add(long intended, long sent, boolean scheduled) {
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

    /** Records them, with the recorder's monitor held, and forgets them. */
    void recordTo(Recorder recorder) {
        for (int i = 0; i < count; i++) {
            recorder.sent(intendedNs[i], sentNs[i], intendedNs[i] != UNSCHEDULED);
        }
        count = 0;
    }
}
