package dev.dyno.engine.send;

import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.SendTimes;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The messages of a producer whose send failed or was never acknowledged, with their times.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class UnconfirmedMessages {

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

    /**
     * Merges the given times of the producer's messages with the exact times of those in doubt, which are the likeliest to be
     * undelivered.
     *
     * @param startNs of the load, on the clock of these times
     */
    SendTimes among(SendTimes others, long startNs) {
        NavigableMap<Long, long[]> known = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            known.put(sequences[i], new long[] {intendedNs[i] - startNs, sentNs[i] - startNs});
        }
        // The given times come last: of a message that was handed over twice, they have the later send time.
        for (int i = 0; i < others.sequences().length; i++) {
            known.put(others.sequences()[i], new long[] {others.intendedNs()[i], others.sentNs()[i]});
        }
        return new SendTimes(
                known.keySet().stream().mapToLong(Long::longValue).toArray(),
                known.values().stream().mapToLong(times -> times[0]).toArray(),
                known.values().stream().mapToLong(times -> times[1]).toArray());
    }

    /**
     * Reports the messages in doubt to the sink. All parameters are times on one clock; the sink receives times from the start of
     * the load.
     */
    void unacknowledged(long startNs, long untilNs, LowerBounds sink) {
        for (int i = 0; i < count; i++) {
            sink.unacknowledged(intendedNs[i] - startNs, sentNs[i] - startNs, untilNs - startNs);
        }
    }
}
