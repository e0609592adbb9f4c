package dev.dyno.report.trend;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Test of two samples by their means without the lowest and the highest fifth of the values, so that no single outlier decides:
 * the test of Yuen, "The two-sample trimmed t for unequal population variances", Biometrika 61 (1974).
 *
 * @param difference difference of the trimmed means, second minus first
 * @param error standard error of the difference, from the winsorized variances
 * @param freedom degrees of freedom, by Welch's formula
 */
record RobustTest(double difference, double error, double freedom) {

    /** Share of the values left out at each end. */
    private static final double TRIMMED = 0.2;

    /** Trimmed mean of a sample, its part of the variance of the difference, and the number of values that are not trimmed. */
    private record Sample(double mean, double variance, int kept) {

        static Sample of(double[] values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int n = sorted.length;
            int cut = (int) (TRIMMED * n);
            double mean = DoubleStream.of(Arrays.copyOfRange(sorted, cut, n - cut))
                    .average()
                    .orElseThrow();
            Arrays.fill(sorted, 0, cut, sorted[cut]);
            Arrays.fill(sorted, n - cut, n, sorted[n - cut - 1]);
            double winsorized = DoubleStream.of(sorted).average().orElseThrow();
            double squares = DoubleStream.of(sorted)
                    .map(x -> (x - winsorized) * (x - winsorized))
                    .sum();
            int kept = n - 2 * cut;
            return new Sample(mean, squares / (kept * (kept - 1.0)), kept);
        }
    }

    static RobustTest of(double[] first, double[] second) {
        Sample a = Sample.of(first);
        Sample b = Sample.of(second);
        double variance = a.variance + b.variance;
        double freedom = variance == 0
                ? 1
                : variance
                        * variance
                        / (a.variance * a.variance / (a.kept - 1) + b.variance * b.variance / (b.kept - 1));
        return new RobustTest(b.mean - a.mean, Math.sqrt(variance), freedom);
    }

    /** Probability of a difference at least this large between two samples of equal means. */
    double p() {
        return error == 0
                ? difference == 0 ? 1 : 0
                : 2 * TDistribution.of(freedom).survivalProbability(Math.abs(difference) / error);
    }

    /** Half the width of the interval around the difference that holds the truth in this share of cases. */
    double halfWidth(double share) {
        return error * TDistribution.of(freedom).inverseSurvivalProbability((1 - share) / 2);
    }
}
