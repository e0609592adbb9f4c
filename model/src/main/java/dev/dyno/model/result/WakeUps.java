package dev.dyno.model.result;

import java.util.List;
import java.util.Optional;

/**
 * Lateness of a thread that only slept: how late the machine wakes up an idle thread.
 *
 * @param waits number of waits of the thread
 * @param lateNs percentiles of the lateness in ns, in the order of {@link Percentile#JUDGED}
 */
public record WakeUps(int waits, List<Long> lateNs) {

    /** Minimum number of waits beyond a percentile to know it. */
    private static final int ENOUGH = 3;

    public WakeUps {
        lateNs = List.copyOf(lateNs);
    }

    /** Percentile of the lateness in ns; empty if there were too few waits for it, or not in {@link Percentile#JUDGED}. */
    public Optional<Long> lateNs(Percentile percentile) {
        int index = Percentile.JUDGED.indexOf(percentile);
        boolean isKnown = index >= 0 && Math.round(waits * (100 - percentile.percent()) / 100) >= ENOUGH;
        return isKnown ? Optional.of(lateNs.get(index)) : Optional.empty();
    }
}
