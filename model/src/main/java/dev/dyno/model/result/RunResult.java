package dev.dyno.model.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything about a finished run but its intervals.
 *
 * @param runId names the run; the head of its messages carries it
 * @param name of the workload
 * @param started wall clock at the start of the load
 * @param warmupNs length of the warmup
 * @param measuredNs length of the measured phase as it was, from its start to the end of the load
 * @param drainNs from the end of the load to the last delivery, or to the drain's deadline
 * @param seed of everything random in the run
 * @param config the resolved workload and targets, as plain maps, lists, strings, numbers and booleans
 * @param environment host, cores, JVM, clock, …
 * @param semantics what an acknowledgement means
 * @param outcome how the run ended
 * @param totals counts of the whole run, warmup and drain included
 * @param measured counts of the events inside the measured phase: rates are {@code measured / measuredNs}
 * @param latencies of the messages of the measured phase
 * @param due what became of those; empty in a run without producers, and in one without an end
 * @param worker what the load generator used, all workers together
 * @param resources what broker, worker, host and others used in the measured phase, a summary for each
 * @param brokerDeath how the broker ended, if it did so during the run
 * @param profiles of the broker in the measured phase
 * @param ledger the account of all messages
 * @param faults what was done to the broker, in order of time, and what followed
 * @param backlog that was built on purpose, and how it was drained
 * @param workers what each of several workers has done; empty if one process did all
 * @param conditions further facts that the verdict rests on; empty in a run without an end
 * @param verdict whether to trust it
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

    /** What a subject used, if it was sampled. */
    public Optional<ResourceSummary> resources(String subject) {
        return resources.stream().filter(s -> s.subject().equals(subject)).findFirst();
    }

    /** The same with profiles, which are drawn when all else is known. */
    public RunResult withProfiles(List<ProfileResult> drawn) {
        return with(drawn, verdict);
    }

    /** The same with a verdict, which is given when all else is known. */
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
