package dev.dyno.model.verdict;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import java.util.ArrayList;
import java.util.List;

/** Whether times in messages can be compared with each other, and all messages are of one run. */
final class ClocksRule {

    private ClocksRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        Counts totals = seen.run().totals();
        List<Finding> found = new ArrayList<>();
        if (totals.negative() > 0) {
            found.add(Finding.suspect("negative-latency", Value.count("messages", totals.negative())));
        }
        if (totals.foreignClock() > 0) {
            found.add(Finding.suspect("foreign-clock", Value.count("messages", totals.foreignClock())));
        }
        if (seen.conditions().runsSeen() > 1) {
            found.add(Finding.suspect(
                    "several-runs", Value.count("runs", seen.conditions().runsSeen())));
        }
        return found;
    }
}
