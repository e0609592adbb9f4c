package dev.dyno.model.result;

import java.util.Map;

/**
 * One second of a run (the first and the last may be shorter), merged over all loops.
 *
 * <p>Events are counted in the interval in which they happened. Latencies belong to messages: those of messages intended during
 * warm-up are kept apart, even if their acknowledgement came later.
 *
 * @param index from 0
 * @param phase of the run
 * @param startNs from the start of the load
 * @param endNs from the start of the load, exclusive
 * @param startEpochMillis wall clock at {@code startNs}
 * @param counts events of the interval
 * @param latencies of messages intended in the measured phase
 * @param warmupLatencies of messages intended during warm-up
 * @param acknowledged times of the interval's first and last acknowledgement
 * @param repeated deliveries that repeated an earlier one, which {@code counts} do not have as received; in a run of several
 *     workers those that had become known by then
 * @param groups part of each named group in the interval, by the name; these parts have no groups
 */
public record Interval(
        int index,
        Phase phase,
        long startNs,
        long endNs,
        long startEpochMillis,
        Counts counts,
        Latencies latencies,
        Latencies warmupLatencies,
        AckTimes acknowledged,
        long repeated,
        Map<String, Interval> groups) {

    /**
     * Times of the first and last acknowledgement within an interval, in ns from the start of the load; {@link #NONE} without
     * an acknowledgement.
     *
     * <p>A second or more without an acknowledgement always crosses a boundary of intervals. So each lasts exactly from the
     * last acknowledgement of one interval to the first of a later one. These times stay exact when loops and workers are
     * merged; the longest gap of each would not.
     */
    public record AckTimes(long firstNs, long lastNs) {

        public static final AckTimes NONE = new AckTimes(Long.MAX_VALUE, Long.MIN_VALUE);

        public boolean areNone() {
            return firstNs > lastNs;
        }

        /** The first and the last acknowledgement of both together. */
        public AckTimes plus(AckTimes other) {
            return new AckTimes(Math.min(firstNs, other.firstNs), Math.max(lastNs, other.lastNs));
        }
    }

    /** Length in ns below which an interval of the drain has no rates: those of a few milliseconds would mean nothing. */
    public static final long MIN_RATE_NS = 100_000_000;

    /** An interval without the times of its acknowledgements, which may be anywhere in it. */
    public Interval(
            int index,
            Phase phase,
            long startNs,
            long endNs,
            long startEpochMillis,
            Counts counts,
            Latencies latencies,
            Latencies warmupLatencies) {
        this(
                index,
                phase,
                startNs,
                endNs,
                startEpochMillis,
                counts,
                latencies,
                warmupLatencies,
                counts.acknowledged() > 0 ? new AckTimes(startNs, endNs) : AckTimes.NONE,
                0,
                Map.of());
    }

    /** Part of a run. */
    public enum Phase {
        WARMUP,
        MEASURE,
        /** The producers have stopped; the consumers fetch the remaining messages. */
        DRAIN;

        /** Whether an interval of this length has rates; the end of a drain may be too short. */
        public boolean hasRates(long ns) {
            return this != DRAIN || ns >= MIN_RATE_NS;
        }
    }

    /** Latencies to show: during warm-up those of warm-up messages, afterwards those of measured messages, never a mix. */
    public Latencies shown() {
        return phase == Phase.WARMUP ? warmupLatencies : latencies;
    }

    public double seconds() {
        return (endNs - startNs) / 1e9;
    }

    public double perSecond(long events) {
        return events / seconds();
    }

    /** Events a second, rounded; 0 for an interval without length. */
    public long wholePerSecond(long events) {
        return endNs > startNs ? Math.round(perSecond(events)) : 0;
    }

    /** Whether the interval has rates: all have, but for the end of a drain that is too short. */
    public boolean hasRates() {
        return phase.hasRates(endNs - startNs);
    }
}
