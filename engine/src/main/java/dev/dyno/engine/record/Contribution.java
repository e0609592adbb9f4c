package dev.dyno.engine.record;

import dev.dyno.driver.Semantics;
import dev.dyno.model.result.RunResult;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The last report of one worker, for the result of all of them. Its intervals and deliveries went elsewhere, and its totals
 * tell whether all of them have come.
 *
 * @param result of its part. The ledger has what came here: messages that were not whole or of other runs, and whether every
 *     message had to reach every subscription; the verdict has the reasons not to trust it that lie in its machine
 * @param startLatenessNs how long after the instant that was agreed its load started
 * @param left by the place of each subscription that has a consumer here: what can still be delivered to it, by the broker's word
 * @param semantics what the driver says an acknowledgement means
 */
public record Contribution(
        RunResult result, long startLatenessNs, Map<Integer, OptionalLong> left, Semantics semantics) {

    public Contribution {
        left = Map.copyOf(left);
    }
}
