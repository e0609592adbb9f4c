package dev.dyno.model.verdict;

import dev.dyno.driver.Semantics;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.Finding;
import java.util.List;

/** Whether messages that were asked to be persistent were persisted. */
final class PersistenceRule {

    private PersistenceRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        String persistent = seen.run().semantics().facts().getOrDefault(Semantics.PERSISTENT, "");
        return persistent.equals(DriverSemantics.NO_DURABLE_SUBSCRIPTION)
                ? List.of(Finding.note("not-persisted"))
                : List.of();
    }
}
