package dev.dyno.model.result;

import java.util.function.LongFunction;

/**
 * Range of a number of a latency, in ns: one value if both ends agree within the histogram's step, otherwise an interval, without
 * an upper end if too many messages were unfinished.
 *
 * @param lowNs lower end
 * @param highNs upper end; {@link #INFINITE} if unknown
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

    /** Whether it is one value. Percentiles are the ends of a histogram's steps, so they are equal within one step. */
    public boolean isExact() {
        return lowNs == highNs;
    }

    public boolean isOpen() {
        return highNs == INFINITE;
    }

    /** The range as {@code 2.8}, also if both ends read so, {@code ≥ 2.8} or {@code 1.1–2.8}; the argument formats each end. */
    public String text(LongFunction<String> format) {
        String low = format.apply(lowNs);
        if (isOpen()) {
            return "≥ " + low;
        }
        String high = format.apply(highNs);
        return low.equals(high) ? low : low + "–" + high;
    }
}
