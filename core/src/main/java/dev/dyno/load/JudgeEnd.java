package dev.dyno.load;

import dev.dyno.pace.Units;
import dev.dyno.result.BacklogResult;
import dev.dyno.result.Verdict.Level;
import dev.dyno.workload.Fault;

/** Whether the run came to its end, and to all that was meant to be done in it. */
final class JudgeEnd {

    private final Judge.Evidence seen;
    private final LoadFigures load;
    private final Reasons found;

    private JudgeEnd(Judge.Evidence seen, Reasons found) {
        this.seen = seen;
        this.found = found;
        load = seen.load();
    }

    static void judge(Judge.Evidence seen, Reasons found) {
        JudgeEnd judge = new JudgeEnd(seen, found);
        judge.outcome();
        judge.faults();
        judge.load.backlog().ifPresent(judge::backlog);
    }

    private void outcome() {
        if (!seen.outcome().success()) {
            found.add(
                    Level.INVALID,
                    "run-failed",
                    "%s",
                    "the run failed: " + seen.outcome().cause().orElse("no cause is known")
                            + "; mend that and run it again");
        } else if (load.measured().sent() + load.measured().received() == 0) {
            found.add(
                    Level.INVALID,
                    "nothing-measured",
                    "nothing was sent or received in the measured phase; raise --duration or --rate, or lower --warmup");
        }
    }

    private void backlog(BacklogResult backlog) {
        if (!seen.outcome().success() || seen.outcome().interrupted()) {
            return;
        }
        if (!backlog.built()) {
            found.add(
                    Level.SUSPECT,
                    "backlog-not-built",
                    "the backlog was to have %s, and the producers got no further than %,d messages; raise the"
                            + " time in the workload's backlog, --producers or --max-pending",
                    backlog.asked(),
                    backlog.messages());
        }
        if (!backlog.drained()) {
            found.add(
                    Level.SUSPECT,
                    "backlog-not-drained",
                    "%,d messages were left of the backlog of %,d when %s; raise the deadline of its drain"
                            + " or --consumers",
                    backlog.left(),
                    backlog.messages(),
                    backlog.drainNs() >= backlog.deadlineNs()
                            ? "its deadline of " + Units.formatDuration(backlog.deadlineNs()) + " was over"
                            : "no more came");
        }
    }

    private void faults() {
        if (!seen.outcome().success()) {
            return;
        }
        for (Fault fault : seen.faultsLeft()) {
            found.add(
                    Level.SUSPECT,
                    "fault-not-done",
                    "the load was over before the broker's %s at %s; raise --duration or let it come earlier",
                    fault.action().word(),
                    Units.formatDuration(fault.at().toNanos()));
        }
        if (load.brokerAway()) {
            found.add(
                    Level.SUSPECT,
                    "broker-away",
                    "there was no broker at the end: nobody can say what it still has of the messages that did not arrive%s;"
                            + " raise --duration so that it is back before the end",
                    seen.lastFailure()
                            .map(why -> "; the last attempt to reconnect failed: " + why)
                            .orElse(""));
        }
    }
}
