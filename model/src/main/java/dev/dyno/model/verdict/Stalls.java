package dev.dyno.model.verdict;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Stalls of a run: seconds whose longest latency is far above that of an ordinary second.
 *
 * @param stalls in order of time
 * @param stalled the intervals that they are in
 * @param leftBehind whether the longest unfinished wait is of messages left behind by a stall, because others were served as
 *     usual afterwards; for example messages in doubt after a connection broke
 */
record Stalls(List<Stall> stalls, Set<Integer> stalled, boolean leftBehind) {

    /**
     * Multiple of an ordinary second's longest latency from which a second is stalled: the seconds of a steady run differ by
     * less.
     */
    static final double FACTOR = 5;

    /** Shortest stall in ns: shorter ones are the noise of schedulers and timers. */
    static final double MIN_NS = 5e6;

    /**
     * Number of seconds below which there is no ordinary one. Seconds without values count, because a longer stall has more of
     * them.
     */
    static final int MIN_INTERVALS = 8;

    /** Number of those seconds that must have values. */
    private static final int MIN_WITH_VALUES = 4;

    /**
     * Share of an ordinary second's messages that a stalled second lacks; with Poisson arrivals of 1,000/s a second lacks 5 % one
     * time in twenty.
     */
    private static final double SHORTFALL = 0.1;

    /** Messages sent in a second that are too many for none of them to end in it by chance. */
    private static final double MANY = 10;

    /** Share of the longest stall below which shorter ones are hiccups beside it. */
    private static final double OF_THE_LONGEST = 0.25;

    /** Number of stalls from which they can be periodic: two or three gaps are alike by chance. */
    private static final int PERIODIC = 4;

    /** Difference of the gaps between periodic stalls, as a share of their median, or one interval if that is more. */
    private static final double REGULAR = 0.1;

    /**
     * @param fromS start: in the first second with too few messages, the later the fewer it lacks
     * @param lengthNs the longest latency in it, or the longest wait unfinished at the end of the load
     */
    record Stall(double fromS, double toS, double lengthNs) {}

    /** No stall, or too few seconds to know one. */
    static final Stalls NONE = new Stalls(List.of(), Set.of(), false);

    /**
     * @param maxNs longest latency of each interval
     * @param perSecond rate of the messages with these latencies
     * @param openNs longest wait unfinished at the end of the run; 0 if there is none
     */
    static Stalls of(IntervalSeries intervals, Column maxNs, Column perSecond, double openNs) {
        int[] measured = IntStream.range(0, intervals.size())
                .filter(i -> intervals.phaseOf(i) == Interval.Phase.MEASURE)
                .toArray();
        double[] values = sorted(measured, maxNs);
        if (measured.length < MIN_INTERVALS || values.length < MIN_WITH_VALUES) {
            return NONE;
        }
        // A stall delays messages of the second after it, too, so up to three of four seconds may be stalled.
        double bound = Math.max(MIN_NS, FACTOR * values[values.length / 4]);
        // Only seconds without a stall, because a long stall has more seconds than the rest of the run.
        int[] ordinaryOnes = Arrays.stream(measured)
                .filter(i -> !isStalled(maxNs, perSecond, i, bound))
                .toArray();
        double ordinary = Column.median(sorted(ordinaryOnes, perSecond));
        int lastMeasured = measured[measured.length - 1];
        int last = intervals.size() - 1;
        // Bounds of unfinished messages are in the last interval.
        double sinceS = intervals.endS().get(last) - openNs / 1e9;
        // A second at an ordinary rate after it: the wait was not a stall from then on.
        boolean leftBehind = openNs > 0
                && maxNs.has(last)
                && maxNs.get(last) <= openNs
                && Arrays.stream(measured)
                        .filter(i -> perSecond.has(i) && perSecond.get(i) >= (1 - SHORTFALL) * ordinary)
                        .anyMatch(i -> isPast(sinceS, intervals, maxNs, bound, i));
        List<Stall> stalls = new ArrayList<>();
        Set<Integer> stalled = new HashSet<>();
        int i = 0;
        while (i < intervals.size()) {
            if (intervals.phaseOf(i) == Interval.Phase.WARMUP || !isStalled(maxNs, perSecond, i, bound)) {
                i++;
                continue;
            }
            int first = i;
            double length = 0;
            while (i < intervals.size() && isStalled(maxNs, perSecond, i, bound)) {
                length = maxNs.has(i) && !(leftBehind && i == last) ? Math.max(length, maxNs.get(i)) : length;
                stalled.add(i++);
            }
            if (length == 0 && first <= lastMeasured && !(leftBehind && first == last)) {
                double untilS = intervals.endS().get(i - 1);
                // A silence in which nothing was due, or all of that has ended, is a pause of the load.
                boolean isDue = leftBehind ? sent(intervals, first, i) >= MANY : untilS > sinceS;
                double silentNs = 1e9 * (untilS - intervals.startS().get(first));
                length = !isDue ? 0 : leftBehind ? Math.min(openNs, silentNs) : openNs;
            }
            if (length > 0) {
                double fromS = beginning(intervals, perSecond, first, length, ordinary);
                stalls.add(new Stall(fromS, intervals.endS().get(i - 1), length));
            }
        }
        return new Stalls(stalls, stalled, leftBehind);
    }

    /**
     * True of a second after the start of the longest wait that has no stall, or whose messages were all due later than the one that
     * waits, and have overtaken it.
     */
    private static boolean isPast(double sinceS, IntervalSeries intervals, Column maxNs, double bound, int index) {
        double laterNs = 1e9 * (intervals.startS().get(index) - sinceS);
        return laterNs >= 0 && (!maxNs.has(index) || maxNs.get(index) < Math.max(bound, laterNs));
    }

    private static double sent(IntervalSeries intervals, int from, int to) {
        Column perSecond = intervals.sentPerSecond();
        return IntStream.range(from, to)
                .filter(perSecond::has)
                .mapToDouble(i -> perSecond.get(i)
                        * (intervals.endS().get(i) - intervals.startS().get(i)))
                .sum();
    }

    private static double[] sorted(int[] indices, Column column) {
        return Arrays.stream(indices)
                .filter(column::has)
                .mapToDouble(column::get)
                .sorted()
                .toArray();
    }

    /**
     * Start of a stall. A latency is seen when it ends, so the messages of the second before are compared with an ordinary
     * second's up to the start.
     */
    private static double beginning(
            IntervalSeries intervals, Column perSecond, int first, double lengthNs, double ordinary) {
        double fromS = intervals.startS().get(first);
        // The longest wait cannot have begun earlier.
        double earliestS = fromS - lengthNs / 1e9;
        int i = first - 1;
        while (i >= 0
                && intervals.endS().get(i) > earliestS
                && perSecond.has(i)
                && perSecond.get(i) < (1 - SHORTFALL) * ordinary) {
            double share = perSecond.get(i) / ordinary;
            fromS = intervals.startS().get(i)
                    + share * (intervals.endS().get(i) - intervals.startS().get(i));
            i--;
        }
        return Math.max(fromS, earliestS);
    }

    /**
     * Whether a second is stalled; one in which nothing ended is part of the stall around it. One without latencies in which
     * messages of the warm-up ended, as at the beginning of an overload, is not.
     */
    private static boolean isStalled(Column maxNs, Column perSecond, int index, double bound) {
        return maxNs.has(index) ? maxNs.get(index) >= bound : !perSecond.has(index) || perSecond.get(index) == 0;
    }

    double shortestNs() {
        return lengths().min().orElse(0);
    }

    double longestNs() {
        return lengths().max().orElse(0);
    }

    double medianNs() {
        return Column.median(lengths().toArray());
    }

    private DoubleStream lengths() {
        return stalls.stream().mapToDouble(Stall::lengthNs);
    }

    /** The stalls that are not short beside the longest; shorter ones are the noise of an ordinary run. */
    Stalls main() {
        double least = OF_THE_LONGEST * longestNs();
        return new Stalls(
                stalls.stream().filter(stall -> stall.lengthNs() >= least).toList(), stalled, leftBehind);
    }

    /** Period in seconds, if there are at least four stalls at a fixed rate. */
    Optional<Double> periodS() {
        if (stalls.size() < PERIODIC) {
            return Optional.empty();
        }
        double[] gaps = new double[stalls.size() - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = stalls.get(i + 1).fromS() - stalls.get(i).fromS();
        }
        double period = Column.median(gaps);
        boolean regular = Arrays.stream(gaps).allMatch(gap -> Math.abs(gap - period) <= Math.max(1, REGULAR * period));
        // The mean is finer than the intervals in which each gap is measured.
        return regular ? Optional.of(Arrays.stream(gaps).average().orElse(period)) : Optional.empty();
    }
}
