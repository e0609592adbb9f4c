package dev.dyno.report.compare;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Number of further blocks that make an effect conclusive in at least {@link #OF_100} of 100 cases, if both setups stay the same.
 *
 * <p>The true mean differs from the measured one, and the true spread may be larger than the measured one. The mean of all blocks
 * has Student's predictive distribution around the mean so far, with the variance of the new blocks; the interval is assumed to
 * be as wide as with a true spread that is not exceeded in {@link #SHARE} of all cases.
 */
record SampleSizeForecast(Effect effect, double margin, double alpha, double mostSpread, TDistribution student) {

    /** Number of cases out of 100 in which the number of blocks is sufficient. */
    static final int OF_100 = 80;

    /** Maximum number of further blocks that is tried; also the result if more are needed. */
    static final int MOST = 10_000;

    private static final double SHARE = 0.85;

    /**
     * Number of further blocks, at least 1 and at most {@link #MOST}.
     *
     * @param effect effect with a known interval
     * @param margin the relative difference that does not matter, above 0
     * @param alpha error allowed to the call with more blocks
     */
    static int needed(Effect effect, double margin, double alpha) {
        double mostSpread = Math.sqrt(
                effect.freedom() / ChiSquaredDistribution.of(effect.freedom()).inverseCumulativeProbability(1 - SHARE));
        SampleSizeForecast more = new SampleSizeForecast(
                effect, Math.log1p(margin), alpha, mostSpread, TDistribution.of(effect.freedom()));
        // Doubling, then bisection: with more blocks a conclusive call is nearly always likelier.
        int high = 1;
        while (high < MOST && more.probability(high) < SHARE) {
            high *= 2;
        }
        int low = high / 2 + 1;
        high = Math.min(high, MOST);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (more.probability(middle) < SHARE) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Probability that the given number of further blocks makes the call conclusive. */
    private double probability(int more) {
        double all = effect.blocks() + more;
        double kept = effect.blocks() / all;
        double half = Effect.quantile(effect.freedom() + more, alpha) * effect.error() * Math.sqrt(kept) * mostSpread;
        double deviation = effect.error() * Math.sqrt(1 + kept);
        double inside = margin - half;
        // A mean beyond the half width is a difference, and one within the rest of the margin is equivalent; both may
        // hold.
        return inside >= half ? 1 : 1 - within(half, deviation) + (inside > 0 ? within(inside, deviation) : 0);
    }

    /** Probability that the mean of all blocks is closer to zero than the given distance. */
    private double within(double distance, double deviation) {
        return student.cumulativeProbability((distance - effect.log()) / deviation)
                - student.cumulativeProbability((-distance - effect.log()) / deviation);
    }
}
