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
 * @param latencies by tag, observed ones of messages intended in the measured phase
 * @param warmupLatencies by tag, observed ones of messages intended during warmup
 */
public record IntervalSummary(
        int index,
        Interval.Phase phase,
        long startNs,
        long endNs,
        Counts counts,
        Map<String, Percentiles> latencies,
        Map<String, Percentiles> warmupLatencies) {

    public IntervalSummary {
        latencies = Collections.unmodifiableMap(new LinkedHashMap<>(latencies));
        warmupLatencies = Collections.unmodifiableMap(new LinkedHashMap<>(warmupLatencies));
    }
}
