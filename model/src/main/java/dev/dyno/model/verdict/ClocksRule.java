package dev.dyno.model.verdict;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Plural;
import java.util.ArrayList;
import java.util.List;

/** Whether times in messages can be compared with each other, and all messages are of one run. */
final class ClocksRule {

    private ClocksRule() {}

    static List<Finding> look(RunEvidence seen) {
        Counts totals = seen.run().totals();
        List<Finding> found = new ArrayList<>();
        if (totals.negative() > 0) {
            found.add(Finding.suspect(
                    "negative-latency",
                    "%s below zero and in no histogram: the clocks disagree; synchronize the clocks of the hosts, or run"
                            + " producers and consumers on one host",
                    Plural.count(totals.negative(), "latency was", "latencies were")));
        }
        if (totals.foreignClock() > 0) {
            found.add(Finding.suspect(
                    "foreign-clock",
                    "%s timed by another host's clock, which gives no transfer and end-to-end latency; run"
                            + " producers and consumers on one host, or on several by --workers",
                    Plural.count(totals.foreignClock(), "message was", "messages were")));
        }
        if (seen.conditions().runsSeen() > 1) {
            found.add(Finding.suspect(
                    "several-runs",
                    "messages of %d runs were counted together; name one by --run-id",
                    seen.conditions().runsSeen()));
        }
        return found;
    }
}
