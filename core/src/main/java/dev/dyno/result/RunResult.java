package dev.dyno.result;

import java.time.Instant;
import java.util.Map;

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
 * @param worker what the load generator used
 * @param ledger the account of all messages
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
        WorkerUsage worker,
        LedgerCounts ledger,
        Verdict verdict) {}
