package dev.dyno.report.trend;

import java.util.Random;

/**
 * The best division of a series into two parts, by the energy distance between the parts, and the probability of one as good by
 * chance: a step of E-divisive by Matteson and James, "A nonparametric approach for multiple change point analysis of
 * multivariate data", Journal of the American Statistical Association 109 (2014), with exponent 1.
 *
 * @param at index of the first value of the second part
 * @param p share of random orders of the same values that divide at least as well
 */
record EnergySplit(int at, double p) {

    private static final int PERMUTATIONS = 999;

    /** Fixed seed, so that a series always gives one answer. */
    private static final long SEED = 1;

    private record Best(int at, double statistic) {}

    /**
     * @param values at least 2 × {@code least}
     * @param least minimum number of values in each part
     * @param alpha p-value above which the permutations stop early
     */
    static EnergySplit of(double[] values, int least, double alpha) {
        Best best = best(values, least);
        double[] shuffled = values.clone();
        Random random = new Random(SEED);
        int asGood = 1;
        int tried = 1;
        while (tried <= PERMUTATIONS && asGood <= alpha * (PERMUTATIONS + 1)) {
            for (int j = shuffled.length - 1; j > 0; j--) {
                int other = random.nextInt(j + 1);
                double value = shuffled[j];
                shuffled[j] = shuffled[other];
                shuffled[other] = value;
            }
            asGood += best(shuffled, least).statistic >= best.statistic ? 1 : 0;
            tried++;
        }
        return new EnergySplit(best.at, asGood / (double) tried);
    }

    /** The best division over all ends of the second part, so that a level that comes back later hides nothing. */
    private static Best best(double[] values, int least) {
        int n = values.length;
        // Sums of the distances of the first i values from the first j.
        double[][] sums = new double[n + 1][n + 1];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sums[i + 1][j + 1] = sums[i][j + 1] + sums[i + 1][j] - sums[i][j] + Math.abs(values[i] - values[j]);
            }
        }
        Best best = new Best(least, Double.NEGATIVE_INFINITY);
        for (int at = least; at <= n - least; at++) {
            for (int end = at + least; end <= n; end++) {
                double first = at;
                double second = end - at;
                double between = sums[at][end] - sums[at][at];
                double withinFirst = sums[at][at];
                double withinSecond = sums[end][end] - 2 * sums[at][end] + sums[at][at];
                double statistic = first
                        * second
                        / (first + second)
                        * (2 * between / (first * second)
                                - withinFirst / (first * (first - 1))
                                - withinSecond / (second * (second - 1)));
                if (statistic > best.statistic) {
                    best = new Best(at, statistic);
                }
            }
        }
        return best;
    }
}
