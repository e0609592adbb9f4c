package dev.dyno.engine.record;

import java.util.Arrays;

/**
 * The longest time without an event that each fault has brought about, for one producer or one subscription.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates only when a fault has begun.
 */
public final class LongestGap {

    private final FaultLog log;
    private long lastNs;
    /** By fault: start and end, alike where there is none yet. */
    private long[] pairs = new long[0];
    /** Length of the longest gap of the last fault. */
    private long longestNs;

    public LongestGap(FaultLog log) {
        this.log = log;
    }

    /** The load begins. */
    public void begin(long startNs) {
        lastNs = startNs;
    }

    /** There was an event. */
    public void at(long ns) {
        long[] begun = log.begun();
        if (begun.length > 0 && (ns - lastNs > longestNs || 2 * begun.length > pairs.length)) {
            pairs = with(begun, lastNs, ns);
            longestNs = pairs[pairs.length - 1] - pairs[pairs.length - 2];
        }
        if (ns > lastNs) {
            lastNs = ns;
        }
    }

    private long[] with(long[] begun, long fromNs, long toNs) {
        long[] longest = Arrays.copyOf(pairs, 2 * begun.length);
        for (int i = 0; i < begun.length; i++) {
            long nextNs = i + 1 < begun.length ? begun[i + 1] : Long.MAX_VALUE;
            if (toNs > begun[i] && fromNs < nextNs && toNs - fromNs > longest[2 * i + 1] - longest[2 * i]) {
                longest[2 * i] = fromNs;
                longest[2 * i + 1] = toNs;
            }
        }
        return longest;
    }

    /** By fault, start and end; the time since the last event counts as a gap without an end, {@link Long#MAX_VALUE}. */
    long[] pairs(long endNs) {
        long[] begun = log.begun();
        long[] longest = Arrays.copyOf(pairs, 2 * begun.length);
        for (int i = 0; i < begun.length; i++) {
            long nextNs = i + 1 < begun.length ? begun[i + 1] : Long.MAX_VALUE;
            if (endNs > begun[i] && lastNs < nextNs && endNs - lastNs > longest[2 * i + 1] - longest[2 * i]) {
                longest[2 * i] = lastNs;
                longest[2 * i + 1] = Long.MAX_VALUE;
            }
        }
        return longest;
    }
}
