package dev.dyno.model.result;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Usual percentiles of a latency in reports, in ns.
 *
 * <p>Percentiles are the highest value of their bucket, as everywhere in HdrHistogram: at most 0.1 % above the recorded one,
 * never below. An unfinished value has only a lower bound. With such values a percentile is an interval: the lower end takes each
 * unfinished value at its bound, the upper end takes each at infinity. The components here are the lower ends; mean and maximum
 * then have no upper end.
 *
 * @param count of all values, including unfinished ones
 * @param unfinished empty if all values were observed
 */
public record Percentiles(
        long count,
        double meanNs,
        long p50Ns,
        long p90Ns,
        long p99Ns,
        long p999Ns,
        long p9999Ns,
        long maxNs,
        Optional<Unfinished> unfinished) {

    /**
     * Upper ends of percentiles with unfinished values.
     *
     * @param count number of unfinished values
     * @param p50Ns upper end of the percentile, {@link LatencyRange#INFINITE} if there is none; the others likewise
     */
    public record Unfinished(long count, long p50Ns, long p90Ns, long p99Ns, long p999Ns, long p9999Ns) {

        public Unfinished {
            if (count <= 0) {
                throw new IllegalArgumentException(count + " unfinished values; must be at least 1");
            }
        }
    }

    /** Percentiles without unfinished values. */
    public Percentiles(
            long count, double meanNs, long p50Ns, long p90Ns, long p99Ns, long p999Ns, long p9999Ns, long maxNs) {
        this(count, meanNs, p50Ns, p90Ns, p99Ns, p999Ns, p9999Ns, maxNs, Optional.empty());
    }

    /** Percentiles of a histogram, which is read several times. */
    public static Percentiles of(Histogram histogram) {
        return lowerEnds(histogram, Optional.empty());
    }

    /** Percentiles of observed values and at least one unfinished value. */
    static Percentiles of(Histogram observed, Histogram unfinished) {
        UnfinishedRanks ranks = new UnfinishedRanks(observed, unfinished);
        return lowerEnds(
                ranks.lower(),
                Optional.of(new Unfinished(
                        unfinished.getTotalCount(),
                        ranks.upperNs(50),
                        ranks.upperNs(90),
                        ranks.upperNs(99),
                        ranks.upperNs(99.9),
                        ranks.upperNs(99.99))));
    }

    private static Percentiles lowerEnds(Histogram histogram, Optional<Unfinished> unfinished) {
        return new Percentiles(
                histogram.getTotalCount(),
                histogram.getMean(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getValueAtPercentile(99.99),
                histogram.getMaxValue(),
                unfinished);
    }

    /** Number of unfinished values. */
    public long unfinishedCount() {
        return unfinished.map(Unfinished::count).orElse(0L);
    }

    /** Share of unfinished values, from 0 to 1. */
    public double unfinishedShare() {
        return count == 0 ? 0 : (double) unfinishedCount() / count;
    }

    public LatencyRange mean() {
        return openAbove(Math.round(meanNs));
    }

    public LatencyRange p50() {
        return range(p50Ns, unfinished.map(Unfinished::p50Ns));
    }

    public LatencyRange p90() {
        return range(p90Ns, unfinished.map(Unfinished::p90Ns));
    }

    public LatencyRange p99() {
        return range(p99Ns, unfinished.map(Unfinished::p99Ns));
    }

    public LatencyRange p999() {
        return range(p999Ns, unfinished.map(Unfinished::p999Ns));
    }

    public LatencyRange p9999() {
        return range(p9999Ns, unfinished.map(Unfinished::p9999Ns));
    }

    public LatencyRange max() {
        return openAbove(maxNs);
    }

    private LatencyRange openAbove(long lowerNs) {
        return unfinished.isPresent() ? LatencyRange.atLeast(lowerNs) : LatencyRange.exactly(lowerNs);
    }

    private static LatencyRange range(long lowerNs, Optional<Long> upperNs) {
        return new LatencyRange(lowerNs, upperNs.orElse(lowerNs));
    }
}
