package dev.dyno.model.result;

import org.HdrHistogram.Histogram;

/** Both ends of percentiles: the lower with each unfinished value at its bound, the upper with each at infinity. */
final class UnfinishedRanks {

    /** Stands for infinity, in ns: more than a latency can be (73 years), and within the range of a histogram of three digits. */
    private static final long BEYOND_ALL_NS = 1L << 61;

    /** All values, unfinished ones at their bounds. */
    final Histogram lower;

    private final Histogram upper;

    UnfinishedRanks(Histogram observed, Histogram unfinished) {
        lower = observed.copy();
        lower.setAutoResize(true);
        lower.add(unfinished);
        upper = observed.copy();
        upper.setAutoResize(true);
        upper.recordValueWithCount(BEYOND_ALL_NS, unfinished.getTotalCount());
    }

    /** Upper end of a percentile; {@link LatencyRange#INFINITE} if the value of that rank is unfinished. */
    long upperNs(double percentile) {
        long ns = upper.getValueAtPercentile(percentile);
        return ns >= BEYOND_ALL_NS ? LatencyRange.INFINITE : ns;
    }

    LatencyRange at(double percentile) {
        return new LatencyRange(lower.getValueAtPercentile(percentile), upperNs(percentile));
    }
}
