package dev.dyno.model.result;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Usual percentiles of a latency in reports, in ns.
 *
 * <p>A percentile is the highest value of its bucket, the convention of HdrHistogram: at most 0.1 % above the recorded value,
 * never below. An unfinished value has only a lower bound. With unfinished values a percentile is an interval: the lower end
 * takes each of them at its bound, the upper end takes each at infinity; mean and maximum are then lower bounds without an
 * upper end.
 *
 * @param count of all values, including unfinished ones
 * @param ranges of each {@link Percentile}
 * @param unfinishedCount number of unfinished values; 0 if all values were observed
 */
public record Percentiles(
        long count, double meanNs, Map<Percentile, LatencyRange> ranges, long maxNs, long unfinishedCount) {

    /** @throws IllegalArgumentException if a percentile is missing */
    public Percentiles {
        if (ranges.size() != Percentile.values().length) {
            throw new IllegalArgumentException("percentiles " + ranges.keySet() + "; must be all");
        }
        ranges = Collections.unmodifiableMap(new EnumMap<>(ranges));
    }

    /** Percentiles of a histogram of observed values. */
    public static Percentiles of(Histogram histogram) {
        return of(RecordedCounts.of(histogram));
    }

    static Percentiles of(RecordedCounts values) {
        Pass pass = new Pass(values);
        return pass.percentiles(0, percentile -> LatencyRange.exactly(pass.ns(percentile)));
    }

    /** Percentiles of observed values and at least one unfinished value. */
    static Percentiles of(Histogram observed, Histogram unfinished) {
        UnfinishedRanks ranks = new UnfinishedRanks(observed, unfinished);
        Pass lower = new Pass(RecordedCounts.of(ranks.lower));
        return lower.percentiles(
                unfinished.getTotalCount(),
                percentile -> new LatencyRange(lower.ns(percentile), ranks.upperNs(percentile.percent())));
    }

    /**
     * One pass over the values. The results equal those of HdrHistogram, whose methods take a pass each, which is too slow for
     * each latency in each second of a load.
     */
    private static final class Pass {

        private final RecordedCounts values;
        private final Map<Percentile, Long> valuesNs = new EnumMap<>(Percentile.class);
        private double sum;

        Pass(RecordedCounts values) {
            this.values = values;
            Percentile[] all = Percentile.values();
            long[] ranks = Arrays.stream(all).mapToLong(this::rank).toArray();
            int next = 0;
            long count = 0;
            for (int i = 0; i < values.size(); i++) {
                count += values.count(i);
                sum += (double) values.middleNs(i) * values.count(i);
                while (next < all.length && count >= ranks[next]) {
                    valuesNs.put(all[next++], values.highestNs(i));
                }
            }
        }

        /** Number of values up to a percentile, rounded up. */
        private long rank(Percentile percentile) {
            // HdrHistogram also takes the next lower double, so that a rounding error does not count one value more.
            double percent = Math.nextDown(percentile.percent());
            return Math.max(1, (long) Math.ceil(percent * values.total() / 100));
        }

        long ns(Percentile percentile) {
            return valuesNs.getOrDefault(percentile, 0L);
        }

        Percentiles percentiles(long unfinishedCount, Function<Percentile, LatencyRange> range) {
            EnumMap<Percentile, LatencyRange> ranges = new EnumMap<>(Percentile.class);
            for (Percentile percentile : Percentile.values()) {
                ranges.put(percentile, range.apply(percentile));
            }
            double meanNs = values.total() == 0 ? 0 : sum / values.total();
            return new Percentiles(values.total(), meanNs, ranges, values.maxNs(), unfinishedCount);
        }
    }

    /** Share of unfinished values, from 0 to 1. */
    public double unfinishedShare() {
        return count == 0 ? 0 : (double) unfinishedCount / count;
    }

    public boolean hasUnfinished() {
        return unfinishedCount > 0;
    }

    public LatencyRange of(Percentile percentile) {
        return Objects.requireNonNull(ranges.get(percentile));
    }

    public long lowNs(Percentile percentile) {
        return of(percentile).lowNs();
    }

    public LatencyRange mean() {
        return openAbove(Math.round(meanNs));
    }

    public LatencyRange max() {
        return openAbove(maxNs);
    }

    private LatencyRange openAbove(long lowerNs) {
        return hasUnfinished() ? LatencyRange.atLeast(lowerNs) : LatencyRange.exactly(lowerNs);
    }
}
