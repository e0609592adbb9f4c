package dev.dyno.engine.receive;

import dev.dyno.model.pace.Rate;

/**
 * Slots in which the consumers of a group take messages, at a common rate. Slots missed by less than {@value #CATCH_UP_NS} ns are
 * caught up on; after a longer pause the slots begin anew, without a burst.
 *
 * <p>Assumptions and guarantees: usable from any thread. The time of slot <i>i</i> is computed from <i>i</i>.
 */
final class ReceivePace {

    private static final long CATCH_UP_NS = 100_000_000;

    private final double intervalNs;
    private long startNs;
    /** Slots taken since {@code startNs}; 0 = none. */
    private long taken;

    /** @param share part of the group's consumers that this worker has, from 0 to 1 */
    ReceivePace(Rate rate, double share) {
        intervalNs = 1e9 / (rate.perSecond() * share);
    }

    /** Takes the next slot for a message received now; returns the time from which its consumer may take another one. */
    synchronized long endOfSlotNs(long nowNs) {
        if (taken == 0 || timeNs(taken) < nowNs - CATCH_UP_NS) {
            startNs = nowNs;
            taken = 0;
        }
        return timeNs(++taken);
    }

    private long timeNs(long slot) {
        return startNs + (long) (slot * intervalNs);
    }
}
