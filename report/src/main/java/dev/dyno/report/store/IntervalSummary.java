package dev.dyno.report.store;

import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Percentiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Content of {@code intervals.jsonl} about an interval: everything but its histograms.
 *
 * @param index from 0
 * @param phase of the run in it
 * @param startNs from the start of the load
 * @param endNs from the start of the load, exclusive
 * @param counts events of the interval
 * @param latencies by tag, of messages intended in its phase, see {@link Interval#shown}
 * @param groups its parts by the names of groups
 */
public record IntervalSummary(
        int index,
        Interval.Phase phase,
        long startNs,
        long endNs,
        Counts counts,
        Map<String, Percentiles> latencies,
        Map<String, IntervalSummary> groups) {

    public IntervalSummary {
        latencies = Collections.unmodifiableMap(new LinkedHashMap<>(latencies));
        groups = Map.copyOf(groups);
    }

    /** Numbers for figures that need no histogram. */
    public Numbers numbers() {
        long ns = endNs - startNs;
        return Numbers.of(counts, phase.hasRates(ns) ? ns : 0, latencies, name -> Optional.ofNullable(groups.get(name))
                .map(IntervalSummary::numbers));
    }

    static IntervalSummary of(Interval interval) {
        Map<String, IntervalSummary> groups = new LinkedHashMap<>();
        interval.groups().forEach((name, part) -> groups.put(name, of(part)));
        return new IntervalSummary(
                interval.index(),
                interval.phase(),
                interval.startNs(),
                interval.endNs(),
                interval.counts(),
                interval.shown().percentilesByTag(),
                groups);
    }
}
