package dev.dyno.engine.record;

import dev.dyno.driver.MessagesLeft;
import dev.dyno.driver.Semantics;
import dev.dyno.model.result.RunResult;
import java.util.Map;
import java.util.Optional;

/**
 * Result of one worker's run, for the result of all workers. Its intervals and deliveries are sent separately; its totals show
 * whether all of them have arrived.
 *
 * @param result of this worker's part of the load, with the counts of this worker only
 * @param startLatenessNs time from the agreed start of the load to its start at this worker
 * @param left messages the broker reports as left, by index of each subscription with a consumer here
 * @param semantics meaning of an acknowledgement, as the driver declares it
 */
public record WorkerReport(
        RunResult result, long startLatenessNs, Map<Integer, Optional<MessagesLeft>> left, Semantics semantics) {

    public WorkerReport {
        left = Map.copyOf(left);
    }
}
