package dev.dyno.engine.record;

import java.util.Arrays;

/**
 * Longest time without an event at or after each fault, for one producer or one subscription.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates nothing before the first fault.
 */
public final class LongestGap {

    private final FaultLog log;
    private long lastNs;
    /** Start and end of the longest gap, by fault; equal where there is none yet. */
    private long[] pairs = new long[0];
    /** Length of the longest gap after the last fault, in ns. */
    private long longestNs;

    public LongestGap(FaultLog log) {
        this.log = log;
    }

    public void begin(long startNs) {
        lastNs = startNs;
    }

    public void event(long ns) {
        long[] begun = log.begun();
        if (begun.length > 0 && (ns - lastNs > longestNs || 2 * begun.length > pairs.length)) {
            pairs = with(begun, ns, ns);
            longestNs = pairs[pairs.length - 1] - pairs[pairs.length - 2];
        }
        if (ns > lastNs) {
            lastNs = ns;
        }
    }

    /**
     * Start and end of the longest gap, by fault. The time since the last event counts as a gap without an end, {@link
     * Long#MAX_VALUE}.
     */
    long[] pairs(long endNs) {
        return with(log.begun(), endNs, Long.MAX_VALUE);
    }

    /** @param markNs end to store for the gap since the last event, in place of {@code untilNs} */
    private long[] with(long[] begun, long untilNs, long markNs) {
        long[] longest = Arrays.copyOf(pairs, 2 * begun.length);
        for (int i = 0; i < begun.length; i++) {
            if (FaultLog.isLonger(begun, i, lastNs, untilNs, longest[2 * i + 1] - longest[2 * i])) {
                longest[2 * i] = lastNs;
                longest[2 * i + 1] = markNs;
            }
        }
        return longest;
    }
}
