package dev.dyno.compare;

import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By what B differs from A: a ratio with its confidence interval. Computed on logarithms, so that half as much and twice as
 * much are equally far, that what two runs share (the machine's speed) drops out, and that a wild percentile does not rule the
 * mean; the ratio is that of the geometric means.
 *
 * @param log mean of ln(B / A)
 * @param halfWidth of the interval around it, on that scale; infinite with a single block, which has no spread
 * @param spread standard deviation of the differences that the mean is of
 * @param blocks how many of each setup
 */
public record Effect(double log, double halfWidth, double spread, int blocks) {

    /**
     * Of blocks that were measured in pairs, one of each setup shortly after the other: Student's t interval of the paired
     * differences.
     *
     * @param a of the first setup, above zero
     * @param b of the second, as many
     * @param alpha share of such intervals that miss the truth, 0 to 1
     */
    public static Effect ofPairs(double[] a, double[] b, double alpha) {
        if (a.length != b.length || a.length == 0) {
            throw new IllegalArgumentException("pairs: " + a.length + " and " + b.length + " blocks");
        }
        double[] differences = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            differences[i] = Math.log(b[i] / a[i]);
        }
        double mean = mean(differences);
        double spread = Math.sqrt(variance(differences));
        return new Effect(mean, halfWidth(spread, a.length, alpha), spread, a.length);
    }

    /**
     * Of blocks that have nothing to do with each other, as of stored runs: Welch's t interval, which does not take the two
     * variances for the same.
     *
     * @param a of the first setup, above zero
     * @param b of the second
     * @param alpha share of such intervals that miss the truth, 0 to 1
     */
    public static Effect ofIndependent(double[] a, double[] b, double alpha) {
        double[] logA = DoubleStream.of(a).map(Math::log).toArray();
        double[] logB = DoubleStream.of(b).map(Math::log).toArray();
        double difference = mean(logB) - mean(logA);
        int blocks = Math.min(a.length, b.length);
        if (blocks < 2) {
            return new Effect(difference, Double.POSITIVE_INFINITY, 0, blocks);
        }
        double partA = variance(logA) / a.length;
        double partB = variance(logB) / b.length;
        double error = Math.sqrt(partA + partB);
        if (error == 0) {
            return new Effect(difference, 0, 0, blocks);
        }
        // Welch and Satterthwaite's number of degrees of freedom.
        double freedom = Math.pow(partA + partB, 2) / (partA * partA / (a.length - 1) + partB * partB / (b.length - 1));
        double half = quantile(freedom, alpha) * error;
        return new Effect(difference, half, error * Math.sqrt(blocks), blocks);
    }

    /** Half of Student's interval around a mean of so many values. */
    static double halfWidth(double spread, int values, double alpha) {
        return values < 2
                ? Double.POSITIVE_INFINITY
                : spread == 0 ? 0 : quantile(values - 1, alpha) * spread / Math.sqrt(values);
    }

    /** Of Student's distribution: the value that the share alpha is beyond, to both sides. */
    static double quantile(double freedom, double alpha) {
        return TDistribution.of(freedom).inverseSurvivalProbability(alpha / 2);
    }

    private static double mean(double[] values) {
        return DoubleStream.of(values).average().orElseThrow();
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        double squares =
                DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).sum();
        return values.length < 2 ? 0 : squares / (values.length - 1);
    }

    /** B relative to A: 0.03 means 3 % more. */
    public double change() {
        return Math.expm1(log);
    }

    /** The lower end of its interval. */
    public double lowest() {
        return Math.expm1(log - halfWidth);
    }

    /** The upper end of its interval. */
    public double highest() {
        return Math.expm1(log + halfWidth);
    }

    /** Whether the interval leaves no change out. */
    public boolean excludesZero() {
        return Math.abs(log) > halfWidth;
    }

    /** Whether all of the interval is nearer to no change than a relative difference. */
    public boolean isWithin(double margin) {
        return Math.abs(log) + halfWidth < Math.log1p(margin);
    }
}
