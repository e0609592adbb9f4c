package dev.dyno.report.store;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Percentiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Content of {@code intervals.jsonl} about an interval: everything but its histograms.
 *
 * @param index from 0
 * @param phase of the run in it
 * @param startNs from the start of the load
 * @param endNs from the start of the load, exclusive
 * @param counts events of the interval
 * @param latencies by tag, of messages intended in its phase, see {@link Interval#shown}
 */
public record IntervalSummary(
        int index, Interval.Phase phase, long startNs, long endNs, Counts counts, Map<String, Percentiles> latencies) {

    public IntervalSummary {
        latencies = Collections.unmodifiableMap(new LinkedHashMap<>(latencies));
    }

    static IntervalSummary of(Interval interval) {
        return new IntervalSummary(
                interval.index(),
                interval.phase(),
                interval.startNs(),
                interval.endNs(),
                interval.counts(),
                interval.shown().percentilesByTag());
    }
}
