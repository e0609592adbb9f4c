package dev.dyno.model.result;

import java.util.function.LongFunction;

/**
 * A number of a latency, as far as it is known, in ns: one value where both ends agree within the histogram's step, otherwise an
 * interval, which has no upper end if too many messages were unfinished.
 *
 * @param lowNs at least so much
 * @param highNs at most so much; {@link #INFINITE} if nobody can say
 */
public record LatencyRange(long lowNs, long highNs) {

    /** No upper end. */
    public static final long INFINITE = Long.MAX_VALUE;

    public LatencyRange {
        if (lowNs > highNs) {
            throw new IllegalArgumentException("from " + lowNs + " to " + highNs + " ns; must not be less");
        }
    }

    public static LatencyRange exactly(long ns) {
        return new LatencyRange(ns, ns);
    }

    public static LatencyRange atLeast(long ns) {
        return new LatencyRange(ns, INFINITE);
    }

    /** Whether it is one value. Percentiles are the ends of a histogram's steps: within one step they are equal. */
    public boolean isExact() {
        return lowNs == highNs;
    }

    public boolean isOpen() {
        return highNs == INFINITE;
    }

    /** {@code 2.8}, {@code ≥ 2.8} or {@code 1.1–2.8}, each end as the format writes it. */
    public String text(LongFunction<String> format) {
        String low = format.apply(lowNs);
        if (isExact()) {
            return low;
        }
        return isOpen() ? "≥ " + low : low + "–" + format.apply(highNs);
    }
}
