package dev.dyno.model.result;

import dev.dyno.model.parts.Components;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Result of a finished run, without its intervals.
 *
 * @param runId id of the run, in the head of its messages
 * @param name of the workload
 * @param started wall clock at the start of the load
 * @param warmupNs length of the warm-up
 * @param measuredNs actual length of the measured phase, from its start to the end of the load
 * @param drainNs from the end of the load until nothing was waited for: to the last delivery if all came, at most to the deadline
 * @param lastDeliveryNs from the start of the load; empty if there was none or it is not known, and in a run stored by an older
 *     version
 * @param seed of everything random in the run
 * @param config the resolved workload and targets, as plain maps, lists, strings, numbers and booleans
 * @param environment host, cores, JVM, clock, …
 * @param semantics meaning of an acknowledgement
 * @param outcome end of the run
 * @param totals counts of the whole run, warm-up and drain included
 * @param measured counts of the events inside the measured phase: rates are {@code measured / measuredNs}
 * @param latencies of the messages of the measured phase
 * @param due outcomes of the messages of the measured phase; empty in a run without producers, and in one stored by an older
 *     version
 * @param worker resources used by the load generator, all workers together
 * @param resources used by broker, worker, host and others in the measured phase, a summary for each
 * @param brokerDeath end of the broker, if it ended during the run
 * @param profiles of the broker in the measured phase
 * @param ledger the account of all messages
 * @param faults planned ones, breaks of connections and rotations, in order of time, with their consequences
 * @param backlog result of a deliberate backlog
 * @param workers share of each of several workers; empty for a run in one process
 * @param groups results of the groups with a name, by name
 * @param conditions further facts that the verdict rests on; empty in a run stored by an older version
 * @param verdict whether the numbers can be trusted
 */
public record RunResult(
        String runId,
        String name,
        Instant started,
        long warmupNs,
        long measuredNs,
        long drainNs,
        Optional<Long> lastDeliveryNs,
        long seed,
        Map<String, Object> config,
        Map<String, String> environment,
        DriverSemantics semantics,
        Outcome outcome,
        Counts totals,
        Counts measured,
        Latencies latencies,
        Optional<DueMessages> due,
        WorkerUsage worker,
        List<ResourceSummary> resources,
        Optional<BrokerDeath> brokerDeath,
        List<ProfileResult> profiles,
        LedgerCounts ledger,
        List<FaultResult> faults,
        Optional<BacklogResult> backlog,
        List<WorkerShare> workers,
        Map<String, GroupResult> groups,
        Optional<VerdictInputs> conditions,
        Verdict verdict) {

    /** Smallest share of a rate that four digits show. */
    private static final double LEAST_SHOWN = 0.0005;

    public RunResult {
        resources = List.copyOf(resources);
        profiles = List.copyOf(profiles);
        faults = List.copyOf(faults);
        workers = List.copyOf(workers);
        groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
    }

    /** Beginning of the run's id, which is enough to name the run. */
    public String shortId() {
        return runId.substring(0, Math.min(8, runId.length()));
    }

    /** The configuration by its parts. */
    public RunConfig configured() {
        return new RunConfig(config);
    }

    /**
     * Number of messages that were due before the measured phase and acknowledged in it, which raise the achieved rate above
     * the asked one. 0 if no rate was asked, or if four digits of the rates do not show the difference.
     */
    public long carriedOver() {
        boolean asked =
                conditions.filter(known -> known.intendedPerSecond() > 0).isPresent();
        long messages = due.map(DueMessages::messages).orElse(0L);
        long more = measured.acknowledged() - messages;
        return asked && messages > 0 && more >= messages * LEAST_SHOWN ? more : 0;
    }

    /**
     * Deliveries owed for each message; empty if that is not one number for all: with a selector, if a subscription missed some,
     * if dead letters were received, or if destinations have different numbers of subscriptions.
     */
    public OptionalLong deliveriesOfEach() {
        long each = Math.round(ledger.expected() / (double) Math.max(1, totals.acknowledged()));
        boolean isOne = each > 0
                // Messages in doubt may keep the ratio from being a whole number.
                && Math.abs(each * totals.acknowledged() - ledger.expected()) <= each * ledger.inDoubt()
                && ledger.notOwed() == 0
                && ledger.deadLettered() == 0
                && configured().consumers().stream()
                        .noneMatch(group -> group.text("selector").isPresent());
        return isOne ? OptionalLong.of(each) : OptionalLong.empty();
    }

    /** Time in ns from the end of the load to the last delivery or, if that is not known, to the end of the drain. */
    public long lateDeliveriesNs() {
        return lastDeliveryNs.map(ns -> Math.max(0, ns - warmupNs - measuredNs)).orElse(drainNs);
    }

    /** Resources used by a subject, if it was sampled. */
    public Optional<ResourceSummary> resources(String subject) {
        return resources.stream().filter(s -> s.subject().equals(subject)).findFirst();
    }

    /**
     * Results of the groups of a name in the form of a run. Resources, price and findings of the run are left out; other facts
     * that belong to all groups, like faults and workers, are those of the run.
     */
    public Optional<RunResult> group(String group) {
        return Optional.ofNullable(groups.get(group))
                .map(own -> with(parts -> {
                    Map<String, Object> unpriced = new LinkedHashMap<>(config);
                    unpriced.remove(RunConfig.PRICE_PER_HOUR);
                    parts.config = unpriced;
                    parts.totals = own.totals();
                    parts.measured = own.measured();
                    parts.latencies = own.latencies();
                    parts.due = Optional.of(own.due());
                    parts.ledger = own.ledger();
                    parts.worker = WorkerUsage.NONE;
                    parts.resources = List.of();
                    parts.groups = Map.of();
                    parts.conditions =
                            conditions.map(all -> new VerdictInputs.Parts(all.produces(), all.consumes()).conditions());
                    parts.verdict = Verdict.of(List.of()).with(own.marks(), Optional.empty());
                }));
    }

    /** A copy with the verdict, which is known last. */
    public RunResult withVerdict(Verdict given) {
        return with(parts -> parts.verdict = given);
    }

    public RunResult with(Consumer<Parts> changes) {
        Parts parts = Components.copied(this, new Parts());
        changes.accept(parts);
        return parts.result();
    }

    /** Parts of a result, to be filled in by one thread; at first they are those of a run without a load. */
    public static final class Parts {
        public String runId = "";
        public String name = "";
        public Instant started = Instant.EPOCH;
        public long warmupNs;
        public long measuredNs;
        public long drainNs;
        public Optional<Long> lastDeliveryNs = Optional.empty();
        public long seed;
        public Map<String, Object> config = Map.of();
        public Map<String, String> environment = Map.of();
        public DriverSemantics semantics = new DriverSemantics(Map.of());
        public Outcome outcome = Outcome.SUCCESS;
        public Counts totals = Counts.ZERO;
        public Counts measured = Counts.ZERO;
        public Latencies latencies = new Latencies();
        public Optional<DueMessages> due = Optional.empty();
        public WorkerUsage worker = WorkerUsage.NONE;
        public List<ResourceSummary> resources = List.of();
        public Optional<BrokerDeath> brokerDeath = Optional.empty();
        public List<ProfileResult> profiles = List.of();
        public LedgerCounts ledger = LedgerCounts.EMPTY;
        public List<FaultResult> faults = List.of();
        public Optional<BacklogResult> backlog = Optional.empty();
        public List<WorkerShare> workers = List.of();
        public Map<String, GroupResult> groups = Map.of();
        public Optional<VerdictInputs> conditions = Optional.empty();
        public Verdict verdict = Verdict.of(List.of());

        public RunResult result() {
            return Components.record(RunResult.class, this);
        }
    }
}
