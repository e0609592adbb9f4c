package dev.dyno.model.result;

import java.util.List;

/** One latency in each interval of a run; missing in an interval without a value. */
public record LatencySeries(
        Column count,
        Column meanNs,
        Column p50Ns,
        Column p90Ns,
        Column p99Ns,
        Column p999Ns,
        Column p9999Ns,
        Column maxNs) {

    /** @param c the columns in the order of the components */
    static LatencySeries of(List<Column> c) {
        return new LatencySeries(c.get(0), c.get(1), c.get(2), c.get(3), c.get(4), c.get(5), c.get(6), c.get(7));
    }
}
