package dev.dyno.report.compare;

import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Difference of B from A: a ratio with its confidence interval. Computed on logarithms, so that half and twice are equally far,
 * that a common factor of two runs (the machine's speed) cancels out, and that an outlying percentile does not dominate the mean;
 * the ratio is that of the geometric means.
 *
 * @param log mean of ln(B / A)
 * @param error standard error of that mean; 0 where no spread was measured
 * @param freedom degrees of freedom of the error, above 0; 0 where no spread is known
 * @param halfWidth half width of the interval around {@code log}, on that scale; infinite if no spread is known
 * @param blocks number of observations of each setup: pairs, or the batches (without an interval, the runs) of the side that has
 *     fewer
 */
public record Effect(double log, double error, double freedom, double halfWidth, int blocks) {

    /** Minimum number of observations of a setup: fewer do not show the spread. */
    public static final int LEAST_BLOCKS = 3;

    /**
     * Share of variance that neighbouring differences of batches have in common, because they share a batch: half, if batches are
     * otherwise independent.
     */
    private static final double SHARED_BY_BATCHES = 0.5;

    /**
     * Share of variance that differences of pairs can have in common. Two pairs of opposite orders, A B B A, have runs of one
     * side next to each other. If the correlation from one run to the next is r, that of the two differences is r (1 - r) / 2, at
     * most 0.125. Differences of other pairs are correlated with a random sign, which averages out.
     */
    private static final double SHARED_BY_PAIRS = 0.125;

    /**
     * Minimum number of differences with A first, and of those with B first, to estimate the effect of the order. With fewer of
     * either, the effect is the plain mean.
     */
    private static final int LEAST_OF_AN_ORDER = 2;

    /**
     * Effect without an interval.
     *
     * @param a values of the first setup, above zero
     * @param b values of the second setup, above zero
     */
    static Effect withoutInterval(double[] a, double[] b) {
        return withoutInterval(meanLog(b) - meanLog(a), Math.min(a.length, b.length));
    }

    private static Effect withoutInterval(double log, int blocks) {
        return new Effect(log, 0, 0, Double.POSITIVE_INFINITY, blocks);
    }

    /**
     * Effect of runs made in pairs, one of each setup shortly after the other: Student's t interval of the paired differences,
     * adjusted for the effect of the order (analysis of covariance with the order as ±1), so that a second run that is always
     * slower changes neither the estimate nor its error. If one order has fewer than two pairs, the effect is the plain mean.
     *
     * @param a values of the first setup, above zero
     * @param b values of the second setup, as many
     * @param beginsWithA for each pair, whether its run of A came first
     * @param alpha error of the interval: probability that the true value is outside, 0 to 1
     */
    public static Effect ofPairs(double[] a, double[] b, IntPredicate beginsWithA, double alpha) {
        if (a.length != b.length || a.length == 0) {
            throw new IllegalArgumentException("pairs: " + a.length + " and " + b.length + " blocks");
        }
        double[] differences = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            differences[i] = Math.log(b[i] / a[i]);
        }
        Covariance covariance = (i, j) ->
                i == j ? 1 : i / 2 == j / 2 && beginsWithA.test(i) != beginsWithA.test(j) ? SHARED_BY_PAIRS : 0;
        return ofDifferences(differences, beginsWithA, covariance, a.length, alpha);
    }

    /**
     * Mean of values that were measured independently, with Student's interval, both on the values' own scale.
     *
     * @param alpha error of the interval: probability that the true value is outside, 0 to 1
     */
    public static Effect ofValues(double[] values, double alpha) {
        return ofDifferences(values, i -> false, (i, j) -> i == j ? 1 : 0, values.length, alpha);
    }

    /**
     * Effect of batches made in turns, A B A B…: each batch minus the previous one, with the sign changed where A comes second. A
     * drift that is linear in time changes the differences of the two orders by opposite amounts, and cancels out in their mean.
     * Neighbouring differences share a batch, which is accounted for as if batches were otherwise independent; a correlation of
     * batches close in time makes the interval wider than necessary, never narrower.
     *
     * @param logs mean of the logarithms of each batch, in the order of the runs
     * @param beginsWithA whether the first batch is of A
     * @param alpha error of the interval: probability that the true value is outside, 0 to 1
     */
    static Effect ofBatches(double[] logs, boolean beginsWithA, double alpha) {
        double[] differences = new double[logs.length - 1];
        IntPredicate fromA = i -> beginsWithA == (i % 2 == 0);
        for (int i = 0; i < differences.length; i++) {
            differences[i] = fromA.test(i) ? logs[i + 1] - logs[i] : logs[i] - logs[i + 1];
        }
        Covariance covariance = (i, j) -> i == j ? 1 : Math.abs(i - j) == 1 ? SHARED_BY_BATCHES : 0;
        return ofDifferences(differences, fromA, covariance, logs.length / 2, alpha);
    }

    /**
     * Effect of differences, with Student's interval. If each order (A before B, B before A) has at least two differences, the
     * estimate is the average of the means of the two orders, as in a least-squares fit with the order as ±1; otherwise it is the
     * plain mean. The standard error is computed from the residuals, whose expected squares follow from the covariance of the
     * differences. The degrees of freedom are Satterthwaite's, tr(MV)² / tr(MVMV), where V is the covariance matrix of the
     * differences and M the matrix that turns them into their residuals. With fewer than {@link #LEAST_BLOCKS} blocks there is no
     * interval.
     *
     * @param orders whether a difference is of the order with A first
     * @param covariances covariance of two differences, as a share of their variance
     */
    private static Effect ofDifferences(
            double[] differences, IntPredicate orders, Covariance covariances, int blocks, double alpha) {
        int n = differences.length;
        int ones = (int) IntStream.range(0, n).filter(orders).count();
        boolean bothOrders = Math.min(ones, n - ones) >= LEAST_OF_AN_ORDER;
        int[] group = new int[n];
        for (int i = 0; i < n; i++) {
            group[i] = bothOrders && orders.test(i) ? 1 : 0;
        }
        int[] size = bothOrders ? new int[] {n - ones, ones} : new int[] {n};
        double[] means = new double[size.length];
        for (int i = 0; i < n; i++) {
            means[group[i]] += differences[i] / size[group[i]];
        }
        double mean = DoubleStream.of(means).average().orElseThrow();
        if (blocks < LEAST_BLOCKS) {
            return withoutInterval(mean, blocks);
        }
        double squares = 0;
        double expected = 0;
        double products = 0;
        double variance = 0;
        for (int i = 0; i < n; i++) {
            squares += Math.pow(differences[i] - means[group[i]], 2);
            for (int j = 0; j < n; j++) {
                double covariance = covariances.of(i, j);
                double leftOver = covariance - ofGroup(group[i], j, group, covariances) / size[group[i]];
                double back = covariance - ofGroup(group[j], i, group, covariances) / size[group[j]];
                expected += i == j ? leftOver : 0;
                products += leftOver * back;
                variance += covariance / (size[group[i]] * size[group[j]]);
            }
        }
        variance /= size.length * size.length;
        double error = Math.sqrt(squares / expected * variance);
        double freedom = expected * expected / products;
        return new Effect(mean, error, freedom, error == 0 ? 0 : quantile(freedom, alpha) * error, blocks);
    }

    /** Covariance of one difference with the sum of the differences of a group; only neighbours are correlated. */
    private static double ofGroup(int which, int j, int[] group, Covariance covariances) {
        double sum = 0;
        for (int i = Math.max(0, j - 1); i <= Math.min(group.length - 1, j + 1); i++) {
            sum += group[i] == which ? covariances.of(i, j) : 0;
        }
        return sum;
    }

    private interface Covariance {
        double of(int i, int j);
    }

    /** Two-sided quantile of Student's distribution: the share alpha of its values is farther from zero. */
    static double quantile(double freedom, double alpha) {
        return TDistribution.of(freedom).inverseSurvivalProbability(alpha / 2);
    }

    static double meanLog(double[] values) {
        return DoubleStream.of(values).map(Math::log).average().orElseThrow();
    }

    /** Change of B relative to A: 0.03 means 3 % more. */
    public double change() {
        return Math.expm1(log);
    }

    /** Lower end of the interval of the change. */
    public double lowest() {
        return Math.expm1(log - halfWidth);
    }

    /** Upper end of the interval of the change. */
    public double highest() {
        return Math.expm1(log + halfWidth);
    }

    /** Whether the spread is known, so that there is an interval. */
    public boolean hasInterval() {
        return Double.isFinite(halfWidth);
    }

    /** Whether zero change lies outside the interval. */
    public boolean excludesZero() {
        return Math.abs(log) > halfWidth;
    }

    /** Whether the whole interval is closer to zero change than the given relative difference. */
    public boolean isWithin(double margin) {
        return Math.abs(log) + halfWidth < Math.log1p(margin);
    }
}
