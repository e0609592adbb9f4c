package dev.dyno.model.result;

import org.HdrHistogram.Histogram;

/**
 * Both ends of percentiles of which some values are known by lower bounds only: once with each of them at its bound, once with
 * each at infinity.
 */
final class UnfinishedRanks {

    /** Beyond what a latency can be (73 years), and what a histogram of three digits still has a step for. */
    private static final long BEYOND_ALL_NS = 1L << 61;

    private final Histogram lower;
    private final Histogram upper;

    UnfinishedRanks(Histogram observed, Histogram unfinished) {
        lower = observed.copy();
        lower.setAutoResize(true);
        lower.add(unfinished);
        upper = observed.copy();
        upper.setAutoResize(true);
        upper.recordValueWithCount(BEYOND_ALL_NS, unfinished.getTotalCount());
    }

    /** All values, the unfinished ones at their bounds. */
    Histogram lower() {
        return lower;
    }

    /** {@link LatencyRange#INFINITE} if the value of that rank is an unfinished one. */
    long upperNs(double percentile) {
        long ns = upper.getValueAtPercentile(percentile);
        return ns >= BEYOND_ALL_NS ? LatencyRange.INFINITE : ns;
    }

    LatencyRange at(double percentile) {
        return new LatencyRange(lower.getValueAtPercentile(percentile), upperNs(percentile));
    }
}
