package dev.dyno.load;

import java.util.Arrays;

/**
 * The messages of a producer whose send failed or was never acknowledged, with their times.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class InDoubt {

    private static final int FIRST = 16;

    private long[] sequences = new long[0];
    private long[] intendedNs = new long[0];
    private long[] sentNs = new long[0];
    private int count;

    void add(long sequence, long intended, long sent) {
        if (count == sequences.length) {
            int size = Math.max(FIRST, 2 * count);
            sequences = Arrays.copyOf(sequences, size);
            intendedNs = Arrays.copyOf(intendedNs, size);
            sentNs = Arrays.copyOf(sentNs, size);
        }
        sequences[count] = sequence;
        intendedNs[count] = intended;
        sentNs[count++] = sent;
    }

    long[] sequences() {
        return Arrays.copyOf(sequences, count);
    }

    /** All times are on one clock, those handed out are from the start of the load. */
    void unacknowledged(long startNs, long untilNs, Unfinished sink) {
        for (int i = 0; i < count; i++) {
            sink.unacknowledged(intendedNs[i] - startNs, sentNs[i] - startNs, untilNs - startNs);
        }
    }
}
