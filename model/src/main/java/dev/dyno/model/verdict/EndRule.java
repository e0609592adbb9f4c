package dev.dyno.model.verdict;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import java.util.ArrayList;
import java.util.List;

/** Whether the run reached its end, and everything planned was done. */
final class EndRule {

    private EndRule() {}

    static List<Finding> look(RunEvidence seen) {
        RunResult run = seen.run();
        if (!run.outcome().success()) {
            return List.of(Finding.invalid(
                    "run-failed",
                    "the run failed: %s; remove the cause and run it again",
                    run.outcome().cause().orElse("no cause is known")));
        }
        List<Finding> found = new ArrayList<>();
        if (run.measured().sent() + run.measured().received() == 0) {
            found.add(
                    Finding.invalid(
                            "nothing-measured",
                            "nothing was sent or received in the measured phase; raise --duration or --rate, or lower --warmup"));
        }
        faults(seen.conditions(), found);
        if (!run.outcome().interrupted()) {
            run.backlog().ifPresent(backlog -> backlog(backlog, found));
        }
        return found;
    }

    private static void faults(VerdictInputs conditions, List<Finding> found) {
        for (VerdictInputs.FaultLeft fault : conditions.faultsLeft()) {
            found.add(Finding.suspect(
                    "fault-not-done",
                    "the load was over before the broker's %s at %s; raise --duration or let it come earlier",
                    fault.action(),
                    Units.formatDuration(fault.atNs())));
        }
        if (conditions.brokerAway()) {
            found.add(Finding.suspect(
                    "broker-away",
                    "there was no broker at the end: nobody can say what it still has of the messages that did not arrive%s;"
                            + " raise --duration so that it is back before the end",
                    conditions
                            .reconnectFailure()
                            .map(why -> "; the last attempt to reconnect failed: " + why)
                            .orElse("")));
        }
    }

    private static void backlog(BacklogResult backlog, List<Finding> found) {
        if (!backlog.built()) {
            found.add(Finding.suspect(
                    "backlog-not-built",
                    "the backlog was to have %s, and the producers got no further than %s; raise the"
                            + " time in the workload's backlog, --producers or --max-pending",
                    backlog.asked(),
                    Plural.count(backlog.messages(), "message", "messages")));
        }
        if (!backlog.drained()) {
            found.add(Finding.suspect(
                    "backlog-not-drained",
                    "%s left of the backlog of %,d when %s; raise the deadline of its drain" + " or --consumers",
                    Plural.count(backlog.left(), "message was", "messages were"),
                    backlog.messages(),
                    backlog.drainNs() >= backlog.deadlineNs()
                            ? "its deadline of " + Units.formatDuration(backlog.deadlineNs()) + " was over"
                            : "no more came"));
        }
    }
}
