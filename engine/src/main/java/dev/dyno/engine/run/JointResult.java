package dev.dyno.engine.run;

import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.engine.receive.JointLedger;
import dev.dyno.engine.record.Contribution;
import dev.dyno.engine.record.IntendedRate;
import dev.dyno.engine.record.IntervalStream;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.send.GzipRatio;
import dev.dyno.engine.send.Outgoing;
import dev.dyno.model.result.Conditions;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict.Reason;
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.model.verdict.Rules;
import dev.dyno.model.verdict.WorkerReasons;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Result of a {@link JointRun}: the figures of all workers together, judged like those of one process and by the rules for
 * several workers.
 *
 * @param parts of the workers, in their order
 * @param owed slots of the schedules of lost workers
 * @param intervals of all workers together
 * @param measuredRates rates of the whole seconds of the measured phase
 * @param resources of all subjects
 */
record JointResult(
        RunPlan plan,
        JointRun.Ending ending,
        List<WorkerPart> parts,
        Outgoing.Slots owed,
        IntervalStream intervals,
        List<Double> measuredRates,
        JointLedger ledger,
        List<ResourceSummary> resources) {

    private static final Semantics UNKNOWN = new Semantics(AcknowledgedBy.BROKER, Map.of());

    /** Contributions of the workers that stayed to the end. */
    private List<Contribution> told() {
        return parts.stream().flatMap(part -> part.contribution().stream()).toList();
    }

    /** Result of the run; to be called once. */
    RunResult settle(Instant started) {
        Outcome outcome = outcome();
        RunResult unjudged = figures(outcome)
                .result(
                        plan,
                        started,
                        environment(),
                        semantics(),
                        outcome,
                        ending.brokerDeath(),
                        parts.stream().map(WorkerPart::share).toList());
        return unjudged.withVerdict(Rules.judge(unjudged, ofMachines()));
    }

    /** Everything known of a run when its load begins; the workers report their facts when they end. */
    static RunResult begun(RunPlan plan, Instant started) {
        return LoadFigures.none(plan, List.of(), Optional.empty())
                .result(plan, started, Environment.describe(), UNKNOWN, Outcome.SUCCESS, Optional.empty(), List.of());
    }

    private Outcome outcome() {
        if (ending.failure().isPresent()) {
            return Outcome.failed(ending.failure().get());
        }
        for (WorkerPart part : parts) {
            Optional<String> cause =
                    part.contribution().flatMap(some -> some.outcome().cause());
            if (cause.isPresent()) {
                return Outcome.failed(part.name() + ": " + cause.get());
            }
        }
        return ending.stopped() ? Outcome.INTERRUPTED : Outcome.SUCCESS;
    }

    private LoadFigures figures(Outcome outcome) {
        boolean whole = told().size() == parts.size() && outcome.success();
        ledger.left(told().stream().map(Contribution::left).toList());
        LedgerCounts counts = ledger.settle(
                whole && told().stream().allMatch(part -> part.ledger().lossKnown()),
                sum(part -> part.ledger().corrupt()),
                sum(part -> part.ledger().stale()));
        long warmupNs = told().isEmpty() ? plan.workload().phases().warmup().toNanos() : max(Contribution::warmupNs);
        long measuredNs = Math.max(
                max(Contribution::measuredNs),
                parts.stream().mapToLong(WorkerPart::measuredNs).max().orElse(0));
        Conditions conditions = new Conditions(
                !plan.workload().producers().isEmpty(),
                !plan.workload().consumers().isEmpty(),
                IntendedRate.perSecond(plan, warmupNs, warmupNs + measuredNs),
                max(part -> part.conditions().sendingNs()),
                owed.due() + sum(part -> part.conditions().slotsDue()),
                owed.unsent() + sum(part -> part.conditions().slotsUnsent()),
                (int) max(part -> part.conditions().runsSeen()),
                Optional.empty(),
                plan.workload().connectsOnly() ? Optional.empty() : Conditions.Halves.of(measuredRates),
                List.of(),
                false,
                Optional.empty(),
                told().stream()
                        .flatMap(part -> part.conditions().sendFailure().stream())
                        .findFirst(),
                GzipRatio.of(plan.workload()),
                told().stream()
                        .flatMap(part -> part.conditions().foreign().stream())
                        .reduce(ForeignMessages::plus),
                told().stream()
                        .flatMap(part -> part.conditions().silentNs().stream())
                        .max(Long::compare));
        return new LoadFigures(
                warmupNs,
                measuredNs,
                ending.drainNs(),
                intervals.total(),
                intervals.measured(),
                intervals.latencies(),
                intervals.due(),
                usage(),
                resources,
                counts,
                List.of(),
                Optional.empty(),
                conditions);
    }

    private long sum(ToLongFunction<Contribution> figure) {
        return told().stream().mapToLong(figure).sum();
    }

    private double sumOf(ToDoubleFunction<Contribution> figure) {
        return told().stream().mapToDouble(figure).sum();
    }

    private long max(ToLongFunction<Contribution> figure) {
        return told().stream().mapToLong(figure).max().orElse(0);
    }

    /**
     * Use of all workers together. A busy host is a finding of each worker. Collections stop the workers side by side, so their
     * times are not added.
     */
    private WorkerUsage usage() {
        return new WorkerUsage(
                told().stream()
                        .mapToDouble(part -> part.usage().seconds())
                        .max()
                        .orElse(0),
                sumOf(part -> part.usage().cpuSeconds()),
                told().stream()
                        .mapToDouble(part -> part.usage().gcSeconds())
                        .max()
                        .orElse(0),
                Optional.empty());
    }

    /** Meaning of an acknowledgement, as the producers' driver declares it. */
    private Semantics semantics() {
        return parts.stream()
                .filter(part -> part.producers() > 0)
                .flatMap(part -> part.contribution().stream())
                .findFirst()
                .or(() -> told().stream().findFirst())
                .map(Contribution::semantics)
                .orElse(UNKNOWN);
    }

    /** Facts of all workers: one that is the same everywhere once, any other with its value at each worker. */
    private Map<String, String> environment() {
        Map<String, String> facts = new TreeMap<>();
        for (Contribution part : told()) {
            part.environment()
                    .forEach((name, value) -> facts.merge(
                            name,
                            value,
                            (some, more) ->
                                    List.of(some.split(" \\| ", -1)).contains(more) ? some : some + " | " + more));
        }
        facts.put("workers", Integer.toString(parts.size()));
        return facts;
    }

    /** Findings of each worker on its own machine, whose processors and their use belong together. */
    private List<Reason> ofMachines() {
        Map<String, List<Reason>> reasons = new LinkedHashMap<>();
        parts.forEach(part ->
                part.contribution().ifPresent(some -> reasons.put(part.who().name(), some.machine())));
        return WorkerReasons.ofMachines(reasons);
    }
}
