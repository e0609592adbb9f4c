package dev.dyno.model.verdict;

import static dev.dyno.model.verdict.RunEvidence.NOT_ITS_OWN;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.WorkerUsage;
import java.util.List;

/** Whether garbage collections kept the load generator from its work. */
final class CollectionsRule {

    /** Share of time in garbage collections above which they disturb the measurement. */
    static final double GC_SHARE = 0.05;

    private CollectionsRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        WorkerUsage worker = seen.run().worker();
        if (worker.seconds() <= 0 || seen.hasWorkers() || worker.gcSeconds() <= GC_SHARE * worker.seconds()) {
            return List.of();
        }
        return List.of(Finding.note(
                        "worker-gc",
                        Value.ns("collections", 1e9 * worker.gcSeconds()),
                        Value.ns("time", 1e9 * worker.seconds()),
                        Value.percent("share", 100 * worker.gcSeconds() / worker.seconds()))
                .suspectIf(worker.gcSeconds() > NOT_ITS_OWN * worker.seconds()));
    }
}
