package dev.dyno.engine.record;

import dev.dyno.driver.Semantics;
import dev.dyno.model.result.RunResult;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Result of one worker's run, for the result of all workers. Its intervals and deliveries are sent separately; its totals show
 * whether all of them have arrived. Its intervals and deliveries went elsewhere, and its totals tell whether all of them have
 * come.
 *
 * @param outcome how it ended
 * @param totals counts of all its intervals
 * @param measured counts of the intervals of the measured phase
 * @param warmupNs length of the load before the measured phase
 * @param measuredNs length of the measured phase
 * @param startLatenessNs delay of the start of its load after the agreed instant
 * @param ledger messages that arrived here damaged or of other runs, and whether every message had to reach every
 *     subscription
 * @param evidence for the verdict, of its part
 * @param left messages the broker reports as left, by index of each subscription with a consumer here
 * @param sendDelayP99Ns of the measured phase; empty without a schedule
 * @param usage use of its own threads and memory in the measured phase
 * @param resources use of its process and its machine in the measured phase
 * @param semantics meaning of an acknowledgement, as the driver declares it
 * @param environment of the worker
 * @param machine reasons of its machine not to trust the result
 */
public record Contribution(
        RunResult result, long startLatenessNs, Map<Integer, OptionalLong> left, Semantics semantics) {

    public Contribution {
        left = Map.copyOf(left);
    }
}
