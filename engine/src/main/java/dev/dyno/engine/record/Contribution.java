package dev.dyno.engine.record;

import dev.dyno.driver.Semantics;
import dev.dyno.model.result.Conditions;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.WorkerUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the run of one worker was like, for the result of all of them. Its intervals and deliveries went elsewhere, and its totals
 * tell whether all of them have come.
 *
 * @param outcome how it ended
 * @param totals counts of all its intervals
 * @param measured counts of those of the measured phase
 * @param warmupNs how long the load went on before the measured phase
 * @param measuredNs length of the measured phase
 * @param startLatenessNs how long after the instant that was agreed its load started
 * @param ledger of what came here: messages that were not whole or of other runs, and whether every message had to reach every
 *     subscription
 * @param conditions of its part
 * @param left by the place of each subscription that has a consumer here: what can still be delivered to it, by the broker's word
 * @param sendDelayP99Ns of the measured phase; empty without a schedule
 * @param usage what it used in the measured phase
 * @param resources what its process and its machine used in the measured phase
 * @param semantics what the driver says an acknowledgement means
 * @param environment of the worker
 * @param machine reasons not to trust it that lie in its machine
 */
public record Contribution(
        Outcome outcome,
        Counts totals,
        Counts measured,
        long warmupNs,
        long measuredNs,
        long startLatenessNs,
        LedgerCounts ledger,
        Conditions conditions,
        Map<Integer, OptionalLong> left,
        Optional<Long> sendDelayP99Ns,
        WorkerUsage usage,
        List<ResourceSummary> resources,
        Semantics semantics,
        Map<String, String> environment,
        List<Verdict.Reason> machine) {

    public Contribution {
        left = Map.copyOf(left);
        resources = List.copyOf(resources);
        environment = Map.copyOf(environment);
        machine = List.copyOf(machine);
    }
}
