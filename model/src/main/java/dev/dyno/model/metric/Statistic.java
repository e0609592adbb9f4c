package dev.dyno.model.metric;

import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figure.Value;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One number of a latency's distribution.
 *
 * @param stored reader of the statistic from the stored percentiles of a run; empty if only histograms have it
 * @param percentile place in the order of statistics, from 0 (the mean) to 100; the percentile to read from histograms, if not
 *     stored
 */
record Statistic(String name, Optional<Function<Percentiles, Value>> stored, double percentile) {

    static final Statistic MEAN = new Statistic(
            "mean",
            Optional.of(p -> new Value(p.meanNs(), p.hasUnfinished() ? Double.POSITIVE_INFINITY : p.meanNs())),
            0);
    static final Statistic MAX = new Statistic("max", Optional.of(p -> value(p.max())), 100);

    static final List<Statistic> ALL = Stream.concat(
                    Arrays.stream(Percentile.values()).map(Statistic::of),
                    Stream.of(
                            MEAN,
                            new Statistic("p75", Optional.empty(), 75),
                            new Statistic("p95", Optional.empty(), 95),
                            MAX))
            .sorted(Comparator.comparingDouble(Statistic::percentile))
            .toList();

    static Statistic of(Percentile percentile) {
        return new Statistic(percentile.title(), Optional.of(p -> value(p.of(percentile))), percentile.percent());
    }

    private static Value value(LatencyRange range) {
        return new Value(range.lowNs(), range.isOpen() ? Double.POSITIVE_INFINITY : range.highNs());
    }

    Use[] uses() {
        return stored.isEmpty()
                ? new Use[] {Use.WHOLE}
                : equals(MEAN) ? new Use[] {Use.STATISTIC} : new Use[] {Use.STATISTIC, Use.WHOLE};
    }

    /** Value in ns. */
    Optional<Value> of(Latency latency, Numbers numbers) {
        return stored.isPresent()
                ? numbers.percentiles().apply(latency).map(stored.get())
                : numbers.histograms()
                        .flatMap(histograms -> histograms.percentile(latency, percentile))
                        .map(Statistic::value);
    }
}
