package dev.dyno.model.result;

import java.util.Arrays;

/**
 * Counts of values while they are recorded, in the buckets of a histogram with {@link Latencies#SIGNIFICANT_DIGITS} digits.
 * Recording a value costs one addition. HdrHistogram also updates its largest value, by compare-and-set, which costs more than
 * all else where each value exceeds those before it, as in a load that falls behind its schedule.
 *
 * <p>Assumptions and guarantees: one thread at a time. Allocates memory for the first value, and for one far above all before.
 */
public final class ValueCounts {

    /** Number of buckets at first, enough for values up to 33 ms. */
    private static final int FIRST_BUCKETS = 16_384;

    private long[] counts = new long[0];
    /** Number of buckets up to and including that of the largest value. */
    private int used;

    /** @param valueNs at least 0 */
    public void add(long valueNs, long count) {
        int bucket = RecordedCounts.bucketOf(valueNs);
        if (bucket >= used) {
            extendTo(bucket);
        }
        counts[bucket] += count;
    }

    private void extendTo(int bucket) {
        if (bucket >= counts.length) {
            counts = Arrays.copyOf(counts, 2 * Math.max(Integer.highestOneBit(bucket), FIRST_BUCKETS / 2));
        }
        // Last, because the allocation above may fail.
        used = bucket + 1;
    }

    /** Copy of the present counts. */
    public RecordedCounts recorded() {
        return used == 0 ? RecordedCounts.NONE : RecordedCounts.of(counts, used);
    }

    /** Forgets all values and keeps the memory. */
    public void clear() {
        Arrays.fill(counts, 0, used, 0);
        used = 0;
    }
}
