package dev.dyno.engine.run;

import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.engine.receive.JointLedger;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.engine.send.GzipRatio;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.GroupResult;
import dev.dyno.model.result.IntervalSums;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.model.verdict.WorkerReasons;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Result of a {@link MultiWorkerRun}: the figures of all workers together.
 *
 * @param intervals sums of the intervals of all workers
 * @param rate the changes of the load's rate
 * @param resources of all subjects
 * @param silentNs longest time in which a subscription that was owed messages received none, as in {@link VerdictInputs}
 */
record JointResult(
        RunPlan plan,
        MultiWorkerRun.Ending ending,
        List<Worker> workers,
        IntervalSums intervals,
        JointLedger ledger,
        LiveRate rate,
        List<ResourceSummary> resources,
        Optional<Long> silentNs) {

    /**
     * One of the workers.
     *
     * @param report last report of the worker; empty if the worker was lost before it
     */
    record Worker(WorkerShare share, Optional<WorkerReport> report) {}

    private static final Semantics UNKNOWN = new Semantics(AcknowledgedBy.BROKER, Map.of());

    /** Last reports of the workers that were not lost before. */
    private Stream<WorkerReport> reports() {
        return workers.stream().flatMap(worker -> worker.report().stream());
    }

    private List<RunResult> results() {
        return reports().map(WorkerReport::result).toList();
    }

    /** Result of the run without its verdict; to be called once. */
    RunResult unjudged(Instant started) {
        RunResult.Parts parts = RunHead.of(plan, started, environment(), semantics());
        parts.outcome = outcome();
        parts.brokerDeath = ending.brokerDeath();
        parts.workers = workers.stream().map(Worker::share).toList();
        fill(parts);
        return parts.result();
    }

    /** Everything known of a run when its load begins; the workers report their facts when they end. */
    static RunResult begun(RunPlan plan, Instant started) {
        return RunHead.of(plan, started, RunHead.environment(), UNKNOWN).result();
    }

    private Outcome outcome() {
        if (ending.failure().isPresent()) {
            return Outcome.failed(ending.failure().get());
        }
        for (Worker worker : workers) {
            Optional<String> cause =
                    worker.report().flatMap(some -> some.result().outcome().cause());
            if (cause.isPresent()) {
                return Outcome.failed("worker " + worker.share().name() + ": " + cause.get());
            }
        }
        return ending.stopped() ? Outcome.INTERRUPTED : Outcome.SUCCESS;
    }

    private void fill(RunResult.Parts parts) {
        List<RunResult> results = results();
        boolean whole = results.size() == workers.size() && parts.outcome.success();
        ledger.left(reports().map(WorkerReport::left).toList());
        boolean lossKnown =
                whole && results.stream().allMatch(part -> part.ledger().lossKnown());
        parts.ledger = ledger.settle(
                Optional.empty(),
                lossKnown,
                results.stream().map(RunResult::ledger).toList());
        parts.groups = intervals.groups(name -> ledger.settle(
                Optional.of(name),
                lossKnown,
                results.stream()
                        .flatMap(part -> Stream.ofNullable(part.groups().get(name)))
                        .map(GroupResult::ledger)
                        .toList()));
        parts.warmupNs = results.isEmpty() ? parts.warmupNs : max(results, RunResult::warmupNs);
        parts.measuredNs = Math.max(max(results, RunResult::measuredNs), max(parts.workers, WorkerShare::measuredNs));
        parts.conditions = Optional.of(conditions(results, parts.warmupNs, parts.measuredNs));
        parts.drainNs = ending.drainNs();
        // Nobody knows the last delivery to a worker that was lost.
        parts.lastDeliveryNs = whole
                ? results.stream()
                        .flatMap(part -> part.lastDeliveryNs().stream())
                        .max(Long::compare)
                : parts.lastDeliveryNs;
        parts.totals = intervals.total();
        parts.measured = intervals.measured();
        parts.latencies = intervals.latencies();
        parts.due = parts.due.map(none -> intervals.due());
        parts.worker = usage(results.stream().map(RunResult::worker).toList());
        parts.resources = resources;
    }

    private VerdictInputs conditions(List<RunResult> results, long warmupNs, long measuredNs) {
        List<VerdictInputs> conditions =
                results.stream().flatMap(part -> part.conditions().stream()).toList();
        VerdictInputs.Parts known = new VerdictInputs.Parts(
                plan.workload().produces(), plan.workload().consumes());
        known.intendedPerSecond = rate.meanPerSecond(plan.share(), warmupNs, warmupNs + measuredNs);
        known.sendingNs = max(conditions, VerdictInputs::sendingNs);
        known.slotsDue = sum(conditions, VerdictInputs::slotsDue);
        known.slotsUnsent = sum(conditions, VerdictInputs::slotsUnsent);
        known.runsSeen = (int) max(conditions, VerdictInputs::runsSeen);
        known.sendFailure =
                conditions.stream().flatMap(part -> part.sendFailure().stream()).findFirst();
        known.gzipRatio = GzipRatio.of(plan.workload());
        known.foreign =
                conditions.stream().flatMap(part -> part.foreign().stream()).reduce(ForeignMessages::plus);
        known.silentNs = silentNs;
        known.fetched = ledger.left().fetched();
        known.dropped = ledger.left().dropped();
        return known.conditions();
    }

    private static <T> long sum(List<T> parts, ToLongFunction<T> figure) {
        return parts.stream().mapToLong(figure).sum();
    }

    private static <T> long max(List<T> parts, ToLongFunction<T> figure) {
        return parts.stream().mapToLong(figure).max().orElse(0);
    }

    /**
     * Processor time and garbage collection of all workers. Their collections run side by side, so the longest time counts. How
     * busy a host was is known only for each worker.
     */
    private static WorkerUsage usage(List<WorkerUsage> parts) {
        return new WorkerUsage(
                parts.stream().mapToDouble(WorkerUsage::seconds).max().orElse(0),
                parts.stream().mapToDouble(WorkerUsage::cpuSeconds).sum(),
                parts.stream().mapToDouble(WorkerUsage::gcSeconds).max().orElse(0),
                Optional.empty());
    }

    /** Meaning of an acknowledgement, as a worker with producers has reported it, or else any worker. */
    private Semantics semantics() {
        return workers.stream()
                .filter(worker -> worker.share().producers() > 0)
                .flatMap(worker -> worker.report().stream())
                .findFirst()
                .or(() -> reports().findFirst())
                .map(WorkerReport::semantics)
                .orElse(UNKNOWN);
    }

    /** Facts of all workers, each with all its different values: a fact that is equal everywhere has one. */
    private Map<String, String> environment() {
        Map<String, String> facts = new TreeMap<>();
        for (RunResult part : results()) {
            part.environment()
                    .forEach((name, value) -> facts.merge(
                            name,
                            value,
                            (some, more) ->
                                    List.of(some.split(" \\| ", -1)).contains(more) ? some : some + " | " + more));
        }
        facts.put("workers", Integer.toString(workers.size()));
        return facts;
    }

    /** Findings of each worker about its own machine: the use of a machine is judged by its own number of processors. */
    List<Finding> ofMachines() {
        Map<String, List<Finding>> findings = new LinkedHashMap<>();
        workers.forEach(worker -> worker.report()
                .ifPresent(some -> findings.put(
                        worker.share().name(), some.result().verdict().findings())));
        return WorkerReasons.merge(findings);
    }
}
