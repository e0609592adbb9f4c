package dev.dyno.model.result;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A run second by second, condensed so that hours of it fit into memory.
 *
 * @param latencies by tag, of the messages whose latency ended in each interval; during warm-up those of warm-up messages,
 *     afterwards those of measured ones
 * @param heat for each headline latency, a column of a {@link HeatMap} for each interval
 * @param resources used in each interval, by each subject
 * @param outages times of a second or more without an acknowledgement, in which a message waited that long for its own, or sends
 *     failed in two intervals or more; in order of time
 */
public record RunTimeSeries(
        IntervalSeries intervals,
        Map<String, LatencySeries> latencies,
        Map<Latency, List<int[]>> heat,
        List<ResourceSeries> resources,
        List<Outage> outages) {

    /** A run whose seconds are not available. */
    public static final RunTimeSeries NONE = new OverTimeCollector().build(OptionalLong.empty(), List.of());
}
