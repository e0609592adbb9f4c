package dev.dyno.model.result;

import dev.dyno.model.result.Interval.Phase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Sums of the intervals of a run, and of those of its groups.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class IntervalSums {

    private Counts total = Counts.ZERO;
    private Counts measured = Counts.ZERO;
    private final Latencies latencies = new Latencies();
    private long acknowledgedInTime;
    private final Map<String, IntervalSums> groups = new LinkedHashMap<>();

    public void add(Interval interval) {
        total = total.plus(interval.counts());
        if (interval.phase() == Phase.MEASURE) {
            measured = measured.plus(interval.counts());
            acknowledgedInTime += interval.latencies().count(Latency.RESPONSE);
        }
        latencies.add(interval.latencies());
        interval.groups().forEach((name, part) -> groups.computeIfAbsent(name, n -> new IntervalSums())
                .add(part));
    }

    public Counts total() {
        return total;
    }

    public Counts measured() {
        return measured;
    }

    /** Latencies of the messages intended in the measured phase. */
    public Latencies latencies() {
        return latencies;
    }

    /** Messages that were due in the measured phase, by their outcome. */
    public DueMessages due() {
        return DueMessages.of(latencies, acknowledgedInTime);
    }

    public Map<String, IntervalSums> groups() {
        return groups;
    }

    /** Results of the groups by name, without marks. */
    public Map<String, GroupResult> groups(Function<String, LedgerCounts> ledger) {
        Map<String, GroupResult> results = new LinkedHashMap<>();
        groups.forEach((name, sums) -> results.put(
                name,
                new GroupResult(sums.total, sums.measured, sums.latencies, sums.due(), ledger.apply(name), Map.of())));
        return results;
    }
}
