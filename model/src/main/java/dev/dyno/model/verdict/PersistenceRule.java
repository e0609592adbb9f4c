package dev.dyno.model.verdict;

import dev.dyno.driver.Semantics;
import dev.dyno.model.result.DriverSemantics;
import java.util.List;

/** Whether messages that were asked to be persistent were persisted. */
final class PersistenceRule {

    private PersistenceRule() {}

    static List<Finding> look(RunEvidence seen) {
        String persistent = seen.run().semantics().facts().getOrDefault(Semantics.PERSISTENT, "");
        return persistent.equals(DriverSemantics.NO_DURABLE_SUBSCRIPTION)
                ? List.of(Finding.note(
                        "not-persisted",
                        "The messages are persistent, but the broker did not have to persist them: a topic keeps messages over"
                                + " a restart only for durable subscriptions, and none here is durable. Give --durable, or leave"
                                + " out --persistent."))
                : List.of();
    }
}
