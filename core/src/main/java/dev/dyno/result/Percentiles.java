package dev.dyno.result;

import org.HdrHistogram.Histogram;

/**
 * The numbers that every report gives of a latency, in ns.
 *
 * <p>Percentiles are the highest value of their bucket, as everywhere in HdrHistogram: at most 0.1 % above the recorded one,
 * never below.
 */
public record Percentiles(
        long count, double meanNs, long p50Ns, long p90Ns, long p99Ns, long p999Ns, long p9999Ns, long maxNs) {

    /** Reads the histogram several times. */
    static Percentiles of(Histogram histogram) {
        return new Percentiles(
                histogram.getTotalCount(),
                histogram.getMean(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getValueAtPercentile(99.99),
                histogram.getMaxValue());
    }
}
