package dev.dyno.model.result;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The numbers that every report gives of a latency, in ns.
 *
 * <p>Percentiles are the highest value of their bucket, as everywhere in HdrHistogram: at most 0.1 % above the recorded one,
 * never below. Of an unfinished value only a lower bound is known. With such values among them a percentile is an interval: its
 * lower end is that with each unfinished value at its bound, and its upper end that with each at infinity. The components here
 * are the lower ends; mean and maximum have no upper end then.
 *
 * @param count of all values, unfinished ones too
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
     * What unfinished values leave open.
     *
     * @param count how many there are
     * @param p50Ns upper end of that percentile, {@link LatencyRange#INFINITE} if there is none; so the others
     */
    public record Unfinished(long count, long p50Ns, long p90Ns, long p99Ns, long p999Ns, long p9999Ns) {

        public Unfinished {
            if (count <= 0) {
                throw new IllegalArgumentException(count + " unfinished values; must be at least 1");
            }
        }
    }

    /** All values were observed. */
    public Percentiles(
            long count, double meanNs, long p50Ns, long p90Ns, long p99Ns, long p999Ns, long p9999Ns, long maxNs) {
        this(count, meanNs, p50Ns, p90Ns, p99Ns, p999Ns, p9999Ns, maxNs, Optional.empty());
    }

    /** Reads the histogram several times. */
    public static Percentiles of(Histogram histogram) {
        return lowerEnds(histogram, Optional.empty());
    }

    /** Of observed values, and of others by their lower bounds, of which there is one at least. */
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

    /** How many values were not observed to their end. */
    public long unfinishedCount() {
        return unfinished.map(Unfinished::count).orElse(0L);
    }

    /** The share of the values that were not observed to their end, from 0 to 1. */
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
