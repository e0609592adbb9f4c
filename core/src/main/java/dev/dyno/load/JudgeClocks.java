package dev.dyno.load;

import dev.dyno.result.Verdict.Level;

/** Whether the times can be compared with each other. */
final class JudgeClocks {

    private final LoadFigures load;
    private final Reasons found;

    private JudgeClocks(Judge.Evidence seen, Reasons found) {
        this.found = found;
        load = seen.load();
    }

    static void judge(Judge.Evidence seen, Reasons found) {
        JudgeClocks judge = new JudgeClocks(seen, found);
        judge.clocks();
    }

    private void clocks() {
        if (load.total().negative() > 0) {
            found.add(
                    Level.SUSPECT,
                    "negative-latency",
                    "%,d latencies were below zero and are in no histogram: the clocks disagree; synchronize the clocks of the hosts, or run"
                            + " producers and consumers on one host",
                    load.total().negative());
        }
        if (load.total().foreignClock() > 0) {
            found.add(
                    Level.SUSPECT,
                    "foreign-clock",
                    "%,d messages were timed by another host's clock: they have no transfer and end-to-end time; run"
                            + " producers and consumers on one host, or on several by --workers",
                    load.total().foreignClock());
        }
        if (load.runsSeen() > 1) {
            found.add(
                    Level.SUSPECT,
                    "several-runs",
                    "messages of %d runs were counted together; name one by --run-id",
                    load.runsSeen());
        }
    }
}
