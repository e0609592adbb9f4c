package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.MISSING;

import dev.dyno.driver.Semantics;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the sends succeeded, the broker itself acknowledged them, and it persisted what was asked to be persistent. */
final class SendsRule {

    private SendsRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        List<Finding> found = new ArrayList<>();
        // Failures after a fault are explained by it; without a fault the load was not as requested.
        long failed = seen.run().totals().failed()
                - seen.run().faults().stream().mapToLong(FaultResult::inDoubt).sum();
        if (failed > 0) {
            Optional<String> cause = seen.conditions().sendFailure();
            found.add(Finding.note(
                            "sends-failed",
                            Value.count("failed", failed),
                            Value.count("sends", seen.run().totals().sent()),
                            Value.text("why", cause.isPresent() ? "sends-failed.cause" : "sends-failed.unknown"))
                    .suspectIf(failed > MISSING * seen.run().totals().sent())
                    .with(cause.map(words -> Value.text("cause", words))));
        }
        if (seen.conditions().produces() && seen.run().semantics().isAcknowledgedByClient()) {
            boolean isDelivered = seen.run().latencies().get(Latency.END_TO_END).isPresent();
            found.add(Finding.note("acknowledged-by-client").suspectIf(!isDelivered));
        }
        if (DriverSemantics.NO_DURABLE_SUBSCRIPTION.equals(
                seen.run().semantics().facts().get(Semantics.PERSISTENT))) {
            found.add(Finding.note("not-persisted"));
        }
        return found;
    }
}
