package dev.dyno.cluster.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Measures the difference of another member's clock from ours by asking it many times and using the fastest answers: a slow
 * answer was delayed on one of its two ways, and nobody knows on which.
 */
public final class ClockProbe {

    /** Default number of readings: enough to find the shortest round trips, in 0.1 to 0.3 s on a local network. */
    public static final int READINGS = 400;

    /** Percentage of readings to drop at the beginning, which run code that is not compiled yet, over idle connections. */
    private static final int WARMUP_PERCENT = 25;

    /** Percentage of the other readings to use: those with the shortest round trips. */
    private static final int BEST_PERCENT = 5;

    private ClockProbe() {}

    /**
     * Measures a clock.
     *
     * @param readings at least 1; fewer are faster and give a wider bound
     * @param deadline for the whole measurement
     */
    public static ClockOffset measure(Group group, Member of, int readings, Duration deadline) throws GroupException {
        final List<ClockReading> all = new ArrayList<>(readings);
        long leftNs = deadline.toNanos();
        for (int i = 0; i < readings; i++) {
            if (leftNs <= 0) {
                throw new GroupException(of + " answered " + i + " of " + readings + " looks at its clock in "
                        + Texts.seconds(deadline) + ".");
            }
            final ClockReading reading = group.readClock(of, Duration.ofNanos(leftNs));
            leftNs -= reading.roundTripNs();
            all.add(reading);
        }
        return estimate(all);
    }

    /**
     * Median of the offsets of the fastest readings. Its bound is half of the shortest round trip plus the spread of those
     * offsets.
     */
    static ClockOffset estimate(List<ClockReading> all) {
        final List<ClockReading> warm = new ArrayList<>(all.subList(all.size() * WARMUP_PERCENT / 100, all.size()));
        warm.sort(Comparator.comparingLong(ClockReading::roundTripNs));
        final List<ClockReading> best = warm.subList(0, Math.max(1, warm.size() * BEST_PERCENT / 100));
        final long[] offsets =
                best.stream().mapToLong(ClockReading::offsetNs).sorted().toArray();
        final long median = offsets[offsets.length / 2];
        final long spread = Math.max(median - offsets[0], offsets[offsets.length - 1] - median);
        return new ClockOffset(median, (best.get(0).roundTripNs() + 1) / 2 + spread);
    }
}
