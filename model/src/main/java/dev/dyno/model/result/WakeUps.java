package dev.dyno.model.result;

import java.util.List;
import java.util.Optional;

/**
 * Lateness of a thread that only slept: how late the machine wakes up an idle thread.
 *
 * @param waits number of its waits
 * @param lateNs in ns, not exceeded by the percentage of waits that {@link Percentile#JUDGED} has at the same index
 */
public record WakeUps(int waits, List<Long> lateNs) {

    /** Waits beyond a percentile that it takes to know it. */
    private static final int ENOUGH = 3;

    public WakeUps {
        lateNs = List.copyOf(lateNs);
    }

    /** A percentile in ns; empty if the waits were too few for it. */
    public Optional<Long> lateNs(Percentile percentile) {
        int index = Percentile.JUDGED.indexOf(percentile);
        boolean isKnown = index >= 0 && Math.round(waits * (100 - percentile.percent()) / 100) >= ENOUGH;
        return isKnown ? Optional.of(lateNs.get(index)) : Optional.empty();
    }
}
