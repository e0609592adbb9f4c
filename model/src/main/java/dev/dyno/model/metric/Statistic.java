package dev.dyno.model.metric;

import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figure.Value;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentiles;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One number of a latency's distribution.
 *
 * @param stored reads it from the stored percentiles of a run; empty if only histograms have it
 * @param percentile looked up in histograms otherwise
 */
record Statistic(String name, Optional<Function<Percentiles, Value>> stored, double percentile) {

    static final String MEAN = "mean";

    static final List<Statistic> ALL = List.of(
            stored(
                    MEAN,
                    p -> new Value(p.meanNs(), p.unfinished().isPresent() ? Double.POSITIVE_INFINITY : p.meanNs())),
            percentile("p50", Percentiles::p50),
            new Statistic("p75", Optional.empty(), 75),
            percentile("p90", Percentiles::p90),
            new Statistic("p95", Optional.empty(), 95),
            percentile("p99", Percentiles::p99),
            percentile("p99.9", Percentiles::p999),
            percentile("p99.99", Percentiles::p9999),
            percentile("max", Percentiles::max));

    private static Statistic stored(String name, Function<Percentiles, Value> value) {
        return new Statistic(name, Optional.of(value), 0);
    }

    private static Statistic percentile(String name, Function<Percentiles, LatencyRange> range) {
        return stored(name, range.andThen(Statistic::value));
    }

    private static Value value(LatencyRange range) {
        return new Value(range.lowNs(), range.isOpen() ? Double.POSITIVE_INFINITY : range.highNs());
    }

    static Statistic named(String name) {
        return ALL.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
    }

    Use[] uses() {
        return stored.isEmpty()
                ? new Use[] {Use.WHOLE}
                : name.equals(MEAN) ? new Use[] {Use.STATISTIC} : new Use[] {Use.STATISTIC, Use.WHOLE};
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
