package dev.dyno.model.result;

import java.util.function.LongFunction;

/**
 * Range of a statistic of a latency, in ns: one value if both ends are in one step of the histogram, otherwise an interval,
 * which has no upper end if too many messages were unfinished.
 *
 * @param lowNs lower end
 * @param highNs upper end; {@link #INFINITE} if unknown
 */
public record LatencyRange(long lowNs, long highNs) {

    /** Upper end of a range that has none. */
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

    /** Whether the range is one value. Percentiles are the ends of a histogram's steps, so they are equal within one step. */
    public boolean isExact() {
        return lowNs == highNs;
    }

    public boolean isOpen() {
        return highNs == INFINITE;
    }

    /** Text of the range: {@code 2.8} if both ends read so, {@code ≥ 2.8} or {@code 1.1–2.8}; the argument formats each end. */
    public String text(LongFunction<String> format) {
        String low = format.apply(lowNs);
        if (isOpen()) {
            return "≥ " + low;
        }
        String high = format.apply(highNs);
        return low.equals(high) ? low : low + "–" + high;
    }
}
