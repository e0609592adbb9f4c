package dev.dyno.engine.run;

import dev.dyno.driver.Semantics;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Conditions;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Due;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The figures of a load, as in {@link RunResult}; {@code due} also where nothing is produced. */
record LoadFigures(
        long warmupNs,
        long measuredNs,
        long drainNs,
        Counts totals,
        Counts measured,
        Latencies latencies,
        Due due,
        WorkerUsage worker,
        List<ResourceSummary> resources,
        LedgerCounts ledger,
        List<FaultResult> faults,
        Optional<BacklogResult> backlog,
        Conditions conditions) {

    /**
     * Figures of a run that has not begun its load.
     *
     * @param left planned faults that were not executed
     * @param reconnectFailure the last failure of an attempt to reconnect
     */
    static LoadFigures none(RunPlan plan, List<Conditions.FaultLeft> left, Optional<String> reconnectFailure) {
        return new LoadFigures(
                plan.workload().phases().warmup().toNanos(),
                0,
                0,
                Counts.ZERO,
                Counts.ZERO,
                new Latencies(),
                Due.NONE,
                WorkerUsage.NONE,
                List.of(),
                LedgerCounts.EMPTY,
                List.of(),
                Optional.empty(),
                Conditions.ofNoLoad(
                        !plan.workload().producers().isEmpty(),
                        !plan.workload().consumers().isEmpty(),
                        left,
                        reconnectFailure));
    }

    /** Result of the run before it is judged. */
    RunResult result(
            RunPlan plan,
            Instant started,
            Map<String, String> environment,
            Semantics semantics,
            Outcome outcome,
            Optional<BrokerDeath> brokerDeath,
            List<WorkerShare> workers) {
        return new RunResult(
                String.format(Locale.ROOT, "%016x", plan.runId()),
                plan.workload().name(),
                started,
                warmupNs,
                measuredNs,
                drainNs,
                plan.workload().seed(),
                plan.config(),
                environment,
                Cards.of(plan, semantics),
                outcome,
                totals,
                measured,
                latencies,
                plan.workload().producers().isEmpty() ? Optional.empty() : Optional.of(due),
                worker,
                resources,
                brokerDeath,
                List.of(),
                ledger,
                faults,
                backlog,
                workers,
                Optional.of(conditions),
                Verdict.of(List.of()));
    }
}
