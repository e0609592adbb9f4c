package dev.dyno.model.verdict;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.Unit;
import java.util.List;

/** Deliveries that waited in the broker. */
final class BacklogRule {

    /** Number of deliveries below which they are in flight, not waiting. */
    static final double MIN_MESSAGES = 1_000;

    private BacklogRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        int last = -1;
        int peak = -1;
        IntervalSeries intervals = seen.overTime().intervals();
        Column outstanding = intervals.outstanding();
        for (int i = 0; i < intervals.size(); i++) {
            if (intervals.phaseOf(i) == Interval.Phase.MEASURE && outstanding.has(i)) {
                last = i;
                peak = peak < 0 || outstanding.get(i) > outstanding.get(peak) ? i : peak;
            }
        }
        // Deliveries of one second in flight are no backlog.
        double bound =
                Math.max(MIN_MESSAGES, seen.perSecond(seen.run().measured().received()));
        if (last < 0 || outstanding.get(peak) <= bound) {
            return List.of();
        }
        return List.of(Finding.note(
                "backlog",
                Value.text("what", outstanding.get(last) > bound ? "backlog.left" : "backlog.drained"),
                Value.number("peak", outstanding.get(peak)),
                Value.of("at", intervals.endS().get(peak), Unit.CLOCK_SECONDS),
                Value.number("end", outstanding.get(last))));
    }
}
