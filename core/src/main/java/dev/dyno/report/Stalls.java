package dev.dyno.report;

import dev.dyno.result.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The stalls of a run: seconds whose longest latency stands far above that of an ordinary second.
 *
 * @param stalls in order of time
 * @param stalled the intervals that they lie in
 */
record Stalls(List<Stall> stalls, Set<Integer> stalled) {

    /** Of an ordinary second's longest latency. Below that, the seconds of a steady run differ anyway. */
    private static final double FACTOR = 5;

    /** What is shorter is the noise of schedulers and of timers. */
    private static final double MIN_NS = 5e6;

    /** Fewer seconds than this have no ordinary one. */
    private static final int MIN_INTERVALS = 8;

    /** Gaps between stalls that come at a fixed rate differ by at most so much of their median, or by an interval. */
    private static final double REGULAR = 0.1;

    /** @param lengthNs the longest latency in it: nobody waited longer */
    record Stall(double fromS, double toS, double lengthNs) {}

    static Stalls of(ReportData.Intervals intervals, Column maxNs) {
        double[] measured = IntStream.range(0, intervals.size())
                .filter(i -> intervals.phaseOf(i) == Interval.Phase.MEASURE && maxNs.has(i))
                .mapToDouble(maxNs::get)
                .sorted()
                .toArray();
        if (measured.length < MIN_INTERVALS) {
            return new Stalls(List.of(), Set.of());
        }
        double bound = Math.max(MIN_NS, FACTOR * median(measured));
        List<Stall> stalls = new ArrayList<>();
        Set<Integer> stalled = new HashSet<>();
        int i = 0;
        while (i < intervals.size()) {
            if (intervals.phaseOf(i) == Interval.Phase.WARMUP || !isStalled(maxNs, i, bound)) {
                i++;
                continue;
            }
            int first = i;
            double length = 0;
            while (i < intervals.size() && isStalled(maxNs, i, bound)) {
                length = maxNs.has(i) ? Math.max(length, maxNs.get(i)) : length;
                stalled.add(i++);
            }
            if (length > 0) {
                stalls.add(new Stall(
                        intervals.startS().get(first), intervals.endS().get(i - 1), length));
            }
        }
        return new Stalls(stalls, stalled);
    }

    /** A second in which nothing ended at all is part of the stall that it lies in. */
    private static boolean isStalled(Column maxNs, int index, double bound) {
        return !maxNs.has(index) || maxNs.get(index) >= bound;
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    double shortestNs() {
        return lengths().min().orElse(0);
    }

    double longestNs() {
        return lengths().max().orElse(0);
    }

    double medianNs() {
        return median(lengths().sorted().toArray());
    }

    private DoubleStream lengths() {
        return stalls.stream().mapToDouble(Stall::lengthNs);
    }

    /** The seconds from one to the next, if there are three or more and they come at a fixed rate. */
    Optional<Double> periodS() {
        if (stalls.size() < 3) {
            return Optional.empty();
        }
        double[] gaps = new double[stalls.size() - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = stalls.get(i + 1).fromS() - stalls.get(i).fromS();
        }
        double[] sorted = gaps.clone();
        Arrays.sort(sorted);
        double period = median(sorted);
        boolean regular = Arrays.stream(gaps).allMatch(gap -> Math.abs(gap - period) <= Math.max(1, REGULAR * period));
        // The mean has not the grain of one interval that each gap has.
        return regular ? Optional.of(Arrays.stream(gaps).average().orElse(period)) : Optional.empty();
    }
}
