package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.NumberText.number;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import java.util.List;

/** Deliveries that waited in the broker. */
final class BacklogRule {

    /** Number of deliveries below which they are in flight, not waiting. */
    static final double MIN_MESSAGES = 1_000;

    private BacklogRule() {}

    static List<Finding> look(RunEvidence seen) {
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
        String most = number(outstanding.get(peak)) + " deliveries were outstanding at "
                + number(intervals.endS().get(peak)) + " s";
        String end = number(outstanding.get(last)) + " at the end of the load. Raise --consumers or lower --rate.";
        return List.of(Finding.note(
                "backlog",
                outstanding.get(last) > bound
                        ? "The consumers did not keep up: " + most + ", " + end
                        : "A backlog built up and was worked off: " + most + ", " + end));
    }
}
