package dev.dyno.load;

import dev.dyno.driver.Semantics;
import dev.dyno.result.BacklogResult;
import dev.dyno.result.BrokerDeath;
import dev.dyno.result.Conditions;
import dev.dyno.result.Counts;
import dev.dyno.result.Due;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Latencies;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outcome;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.RunResult;
import dev.dyno.result.Verdict;
import dev.dyno.result.WorkerShare;
import dev.dyno.result.WorkerUsage;
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
     * Of a run that has not come to its load.
     *
     * @param left planned faults that were not done
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

    /** The result of the run, not judged yet. */
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
