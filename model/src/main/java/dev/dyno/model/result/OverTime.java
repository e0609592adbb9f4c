package dev.dyno.model.result;

import java.util.List;
import java.util.Map;

/**
 * A run second by second, condensed so that hours of it fit into memory.
 *
 * @param latencies by tag: of the messages whose latency ended in each interval; during warmup those of warmup messages,
 *     afterwards those of measured ones
 * @param heat a column of a {@link HeatMap} for each interval, of the headline latencies
 * @param resources used in each interval, by each subject
 * @param outages without an acknowledgement for a second or more, in order of time
 */
public record OverTime(
        IntervalSeries intervals,
        Map<String, LatencySeries> latencies,
        Map<Latency, List<int[]>> heat,
        List<ResourceSeries> resources,
        List<Outage> outages) {

    /** Of a run whose seconds are not at hand. */
    public static final OverTime NONE = new OverTimeCollector().build(Counts.ZERO, LedgerCounts.EMPTY, List.of());
}
