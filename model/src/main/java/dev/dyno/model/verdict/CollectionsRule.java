package dev.dyno.model.verdict;

import dev.dyno.model.result.WorkerUsage;
import java.util.List;

/** Whether garbage collections kept the load generator from its work. */
final class CollectionsRule {

    /** Share of time in garbage collections above which they disturb the measurement. */
    static final double GC_SHARE = 0.05;

    private CollectionsRule() {}

    static List<Finding> look(RunEvidence seen) {
        WorkerUsage worker = seen.run().worker();
        if (worker.seconds() <= 0 || seen.hasWorkers() || worker.gcSeconds() <= GC_SHARE * worker.seconds()) {
            return List.of();
        }
        return List.of(Finding.suspect(
                "worker-gc",
                "the load generator spent %.3f s of %.3f s in garbage collections, %.0f %%; give it a larger heap by"
                        + " JAVA_ARGS=-Xmx4g, or lower --max-pending or --message-size",
                worker.gcSeconds(),
                worker.seconds(),
                100 * worker.gcSeconds() / worker.seconds()));
    }
}
