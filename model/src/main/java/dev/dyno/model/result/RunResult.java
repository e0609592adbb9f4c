package dev.dyno.model.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Result of a finished run, without its intervals.
 *
 * @param runId id of the run, in the head of its messages
 * @param name of the workload
 * @param started wall clock at the start of the load
 * @param warmupNs length of the warmup
 * @param measuredNs actual length of the measured phase, from its start to the end of the load
 * @param drainNs from the end of the load to the last delivery, or to the drain's deadline
 * @param seed of everything random in the run
 * @param config the resolved workload and targets, as plain maps, lists, strings, numbers and booleans
 * @param environment host, cores, JVM, clock, …
 * @param semantics what an acknowledgement means
 * @param outcome how the run ended
 * @param totals counts of the whole run, warmup and drain included
 * @param measured counts of the events inside the measured phase: rates are {@code measured / measuredNs}
 * @param latencies of the messages of the measured phase
 * @param due what became of those messages; empty in a run without producers, and in one stored by an older version
 * @param worker resources used by the load generator, all workers together
 * @param resources used by broker, worker, host and others in the measured phase, a summary for each
 * @param brokerDeath how the broker ended, if it did so during the run
 * @param profiles of the broker in the measured phase
 * @param ledger the account of all messages
 * @param faults of the broker, in order of time, and their consequences
 * @param backlog result of a deliberate backlog
 * @param workers share of each of several workers; empty for a run in one process
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
        long seed,
        Map<String, Object> config,
        Map<String, String> environment,
        SemanticsCard semantics,
        Outcome outcome,
        Counts totals,
        Counts measured,
        Latencies latencies,
        Optional<Due> due,
        WorkerUsage worker,
        List<ResourceSummary> resources,
        Optional<BrokerDeath> brokerDeath,
        List<ProfileResult> profiles,
        LedgerCounts ledger,
        List<FaultResult> faults,
        Optional<BacklogResult> backlog,
        List<WorkerShare> workers,
        Optional<Conditions> conditions,
        Verdict verdict) {

    public RunResult {
        resources = List.copyOf(resources);
        profiles = List.copyOf(profiles);
        faults = List.copyOf(faults);
        workers = List.copyOf(workers);
    }

    /** Resources used by a subject, if it was sampled. */
    public Optional<ResourceSummary> resources(String subject) {
        return resources.stream().filter(s -> s.subject().equals(subject)).findFirst();
    }

    /** The result with profiles, which are drawn when everything else is known. */
    public RunResult withProfiles(List<ProfileResult> drawn) {
        return with(drawn, verdict);
    }

    /** The result with a verdict, which is given when everything else is known. */
    public RunResult withVerdict(Verdict given) {
        return with(profiles, given);
    }

    private RunResult with(List<ProfileResult> otherProfiles, Verdict otherVerdict) {
        return new RunResult(
                runId,
                name,
                started,
                warmupNs,
                measuredNs,
                drainNs,
                seed,
                config,
                environment,
                semantics,
                outcome,
                totals,
                measured,
                latencies,
                due,
                worker,
                resources,
                brokerDeath,
                otherProfiles,
                ledger,
                faults,
                backlog,
                workers,
                conditions,
                otherVerdict);
    }
}
