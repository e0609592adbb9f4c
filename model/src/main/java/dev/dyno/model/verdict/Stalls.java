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
 * @param stalled indices of the intervals that stalls lie in
 * @param leftBehind whether the messages with the longest unfinished wait were left behind, because later ones were served as
 *     usual; for example messages in doubt after a connection broke
 */
record Stalls(List<Stall> stalls, Set<Integer> stalled, boolean leftBehind) {

    /**
     * Ratio of a second's longest latency to that of an ordinary second from which the second is stalled; in a steady run
     * seconds differ by less.
     */
    static final double FACTOR = 5;

    /** Minimum length of a stall in ns; shorter delays are the noise of schedulers and timers. */
    static final double MIN_NS = 5e6;

    /**
     * Minimum number of measured seconds to know what an ordinary one is. Seconds without values count, because a longer stall
     * has more of them.
     */
    static final int MIN_INTERVALS = 8;

    /** Minimum number of measured seconds that have values. */
    private static final int MIN_WITH_VALUES = 4;

    /**
     * Share of an ordinary second's messages; a second right before a stall that lacks more is part of the stall. With Poisson
     * arrivals of 1,000/s a second lacks 5 % one time in twenty.
     */
    private static final double SHORTFALL = 0.1;

    /** Number of messages sent in a silence from which it is a stall: chance delays fewer. */
    private static final double MANY = 10;

    /** Share of the longest stall's length below which shorter stalls count as noise. */
    private static final double OF_THE_LONGEST = 0.25;

    /** Minimum number of stalls to call them periodic: the two gaps between three stalls may be alike by chance. */
    private static final int PERIODIC = 4;

    /** Tolerance of the gaps between periodic stalls, as a share of the median gap, or one second if that is more. */
    private static final double REGULAR = 0.1;

    /**
     * @param fromS start, in s: within the first second with too few messages, the later the more messages that second has
     * @param lengthNs longest latency in the stall, or the longest wait that was unfinished at the end of the run
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
        // The ordinary rate is that of the seconds without a stall, because a long stall may fill most of the run.
        int[] ordinaryOnes = Arrays.stream(measured)
                .filter(i -> !isStalled(maxNs, perSecond, i, bound))
                .toArray();
        double ordinary = Column.median(sorted(ordinaryOnes, perSecond));
        int lastMeasured = measured[measured.length - 1];
        int last = intervals.size() - 1;
        // Unfinished messages have their lower bounds in the last interval.
        double sinceS = intervals.endS().get(last) - openNs / 1e9;
        // A later second at an ordinary rate shows that the stall was over and these messages were left behind.
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
                // A silence is a pause of the load, not a stall, if nothing was due in it or no wait from it is
                // unfinished.
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
     * Whether this second shows that the longest wait was no longer a stall: the second is after the start of the wait, and
     * either it is not stalled, or its messages were all due later than the waiting one and overtook it.
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
     * Start of a stall, in s. A latency is recorded when it ends, so the seconds just before the first stalled one also belong to
     * the stall if they have too few messages. In the earliest of them, the stall starts at the moment by which an ordinary
     * second would have had as many messages; never earlier than the longest wait before the first stalled second.
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
     * Whether a second is stalled: its longest latency reaches the bound, or nothing ended in it. A second in which only
     * messages of the warm-up ended, for example at the beginning of an overload, is not stalled.
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

    /** Stalls that are not short compared with the longest; shorter ones are the noise of an ordinary run. */
    Stalls main() {
        double least = OF_THE_LONGEST * longestNs();
        return new Stalls(
                stalls.stream().filter(stall -> stall.lengthNs() >= least).toList(), stalled, leftBehind);
    }

    /** Period in seconds; empty for fewer than four stalls, or if their gaps differ. */
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
