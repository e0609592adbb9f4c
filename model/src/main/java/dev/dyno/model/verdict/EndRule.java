package dev.dyno.model.verdict;

import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that the run reached its end, and that everything planned was done. */
final class EndRule {

    private EndRule() {}

    static List<Finding> evaluate(RunEvidence evidence) {
        RunResult run = evidence.run();
        if (!run.outcome().success()) {
            return List.of(Finding.invalid(
                    "run-failed", Value.text("cause", run.outcome().cause().orElse("no cause is known"))));
        }
        List<Finding> found = new ArrayList<>();
        if (run.measured().acknowledged() + run.measured().received() == 0) {
            boolean isPhase = run.totals().acknowledged() + run.totals().received() > 0;
            found.add(Finding.invalid(
                            "nothing-measured",
                            Value.text("when", isPhase ? "nothing-measured.phase" : "nothing-measured.load"))
                    .with(Optional.of(Value.text("warmup", "nothing-measured.warmup"))
                            .filter(advice -> isPhase && run.warmupNs() > 0)));
        }
        faults(evidence, found);
        if (!run.outcome().interrupted()) {
            run.backlog().ifPresent(backlog -> backlog(backlog, found));
        }
        return found;
    }

    private static void faults(RunEvidence evidence, List<Finding> found) {
        VerdictInputs conditions = evidence.conditions();
        for (VerdictInputs.FaultLeft fault : conditions.faultsLeft()) {
            found.add(Finding.suspect(
                    "fault-not-done", Value.ns("fault", fault.atNs()).with(fault.action())));
        }
        if (conditions.brokerAway()) {
            found.add(Finding.note("broker-away")
                    .suspectIf(DeliveryRule.isMuch(
                            evidence, evidence.run().ledger().fateUnknown()))
                    .with(conditions.reconnectFailure().map(why -> Value.text("cause", why)))
                    .with(List.of(Value.text(
                            "help",
                            evidence.endOfBroker()
                                    .map(end -> end.equals("restart") ? "broker-away.late" : "broker-away.end")
                                    .orElse("broker-away.log")))));
        }
    }

    private static void backlog(BacklogResult backlog, List<Finding> found) {
        if (!backlog.built()) {
            found.add(Finding.suspect(
                    "backlog-not-built",
                    Value.text("asked", backlog.asked()),
                    Value.count("messages", backlog.messages())));
        }
        if (!backlog.drained()) {
            found.add(Finding.note(
                    "backlog-not-drained",
                    Value.count("left", backlog.left()),
                    Value.count("messages", backlog.messages()),
                    Value.text(
                            "end",
                            backlog.drainNs() >= backlog.deadlineNs()
                                    ? "backlog-not-drained.deadline"
                                    : "backlog-not-drained.silence"),
                    Value.ns("deadline", backlog.deadlineNs())));
        }
    }
}
