package dev.dyno.report.trend;

import dev.dyno.model.result.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Changes of the level of a series, and single values that stand apart from it. Two methods must agree on a change:
 * {@link EnergySplit}, which finds it, and {@link RobustTest}, which compares the values before and after it, up to the next
 * changes. There are at least {@value #LEAST} values on each side.
 *
 * @param changes in order
 * @param spikes indices of the values that stand apart
 */
record Changes(List<Change> changes, List<Integer> spikes) {

    /** Minimum number of values between two changes. */
    static final int LEAST = 5;

    /** Significance level of each method: the probability that it reports a change where there is none. */
    static final double ALPHA = 0.01;

    private static final double CONFIDENCE = 0.95;

    /** Distance from the median around a value, in standard deviations of noise, beyond which the value stands apart. */
    private static final double FAR = 5;

    /** Minimum share by which a value that stands apart differs from the median around it. */
    private static final double LEAST_SPIKE = 0.01;

    /** Median distance of two neighbours, in standard deviations of normal noise; few changes of the level hardly change it. */
    private static final double OF_NEIGHBOURS = 0.954;

    /**
     * A change of the level.
     *
     * @param at index of the first value after the change
     * @param share share of the level before, 0.03 for 3 % more
     * @param lowest lower end of the interval of the share at 95 %
     * @param highest upper end of that interval
     */
    record Change(int at, double share, double lowest, double highest) {}

    /** @param values above zero, oldest first */
    static Changes of(double[] values) {
        double[] logs = DoubleStream.of(values).map(Math::log).toArray();
        List<Integer> spikes = spikes(logs);
        List<Integer> ends = new ArrayList<>(List.of(0, logs.length));
        split(logs, 0, logs.length, ends);
        ends.sort(null);
        List<RobustTest> tests = tests(logs, ends);
        // The least certain change is removed first; its neighbours are then tested again without it.
        while (tests.stream().anyMatch(test -> test.p() > ALPHA)) {
            ends.remove(1
                    + IntStream.range(0, tests.size())
                            .reduce((one, other) ->
                                    tests.get(one).p() >= tests.get(other).p() ? one : other)
                            .orElseThrow());
            tests.clear();
            tests.addAll(tests(logs, ends));
        }
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < tests.size(); i++) {
            RobustTest test = tests.get(i);
            double half = test.halfWidth(CONFIDENCE);
            changes.add(new Change(
                    ends.get(i + 1),
                    Math.expm1(test.difference()),
                    Math.expm1(test.difference() - half),
                    Math.expm1(test.difference() + half)));
        }
        return new Changes(List.copyOf(changes), List.copyOf(spikes));
    }

    private static void split(double[] logs, int from, int to, List<Integer> ends) {
        if (to - from < 2 * LEAST) {
            return;
        }
        EnergySplit split = EnergySplit.of(Arrays.copyOfRange(logs, from, to), LEAST, ALPHA);
        if (split.p() <= ALPHA) {
            ends.add(from + split.at());
            split(logs, from, from + split.at(), ends);
            split(logs, from + split.at(), to, ends);
        }
    }

    private static List<RobustTest> tests(double[] logs, List<Integer> ends) {
        List<RobustTest> tests = new ArrayList<>();
        for (int i = 2; i < ends.size(); i++) {
            tests.add(RobustTest.of(
                    Arrays.copyOfRange(logs, ends.get(i - 2), ends.get(i - 1)),
                    Arrays.copyOfRange(logs, ends.get(i - 1), ends.get(i))));
        }
        return tests;
    }

    /**
     * Finds the values that stand apart from the values around them while their neighbours do not, and replaces them by the
     * median of the values around them, so that they hide no change.
     */
    private static List<Integer> spikes(double[] logs) {
        double noise = Column.median(IntStream.range(1, logs.length)
                        .mapToDouble(i -> Math.abs(logs[i] - logs[i - 1]))
                        .toArray())
                / OF_NEIGHBOURS;
        double[] medians = new double[logs.length];
        boolean[] far = new boolean[logs.length];
        for (int i = 0; i < logs.length; i++) {
            medians[i] = Column.median(
                    Arrays.copyOfRange(logs, Math.max(0, i - LEAST), Math.min(logs.length, i + LEAST + 1)));
            far[i] = logs.length > LEAST && Math.abs(logs[i] - medians[i]) > Math.max(LEAST_SPIKE, FAR * noise);
        }
        List<Integer> spikes = new ArrayList<>();
        for (int i = 0; i < logs.length; i++) {
            if (far[i] && (i == 0 || !far[i - 1]) && (i == logs.length - 1 || !far[i + 1])) {
                spikes.add(i);
                logs[i] = medians[i];
            }
        }
        return spikes;
    }
}
