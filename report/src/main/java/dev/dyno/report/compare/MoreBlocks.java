package dev.dyno.report.compare;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many more blocks make an effect conclusive, if both setups stay what they are: so many that it is called in at least
 * {@link #OF_100} of 100 such cases.
 *
 * <p>The truth is not the mean that was measured, which varies, and the spread may be greater than the one that was measured. The
 * mean of all blocks then has the predictive distribution of Student, about the mean so far, with the variance that the new
 * blocks alone bring; the interval then is taken for as wide as the spread allows that 80 of 100 such spreads stay below.
 */
final class MoreBlocks {

    /** In so many of 100 cases the number is enough. */
    static final int OF_100 = 80;

    /** More are not told one by one. */
    static final int MOST = 10_000;

    private static final double SHARE = 0.85;

    private final Effect effect;
    private final double margin;
    private final double alpha;
    private final double mostSpread;
    private final TDistribution student;

    private MoreBlocks(Effect effect, double margin, double alpha) {
        this.effect = effect;
        this.margin = Math.log1p(margin);
        this.alpha = alpha;
        mostSpread = Math.sqrt(
                effect.freedom() / ChiSquaredDistribution.of(effect.freedom()).inverseCumulativeProbability(1 - SHARE));
        student = TDistribution.of(effect.freedom());
    }

    /**
     * The number, at least 1 and at most {@link #MOST}.
     *
     * @param effect whose interval is known
     * @param margin the relative difference that does not matter, above 0
     * @param alpha the error that the call with more blocks may have
     */
    static int needed(Effect effect, double margin, double alpha) {
        MoreBlocks more = new MoreBlocks(effect, margin, alpha);
        // Doubling and halving: more blocks are not always likelier to be enough, but by no more than matters here.
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

    /** That so many more blocks make it conclusive. */
    private double probability(int more) {
        double all = effect.blocks() + more;
        double kept = effect.blocks() / all;
        double half = Effect.quantile(effect.freedom() + more, alpha) * effect.error() * Math.sqrt(kept) * mostSpread;
        double deviation = effect.error() * Math.sqrt(1 + kept);
        double inside = margin - half;
        // Beyond the half width it is a difference, within the rest of the margin it is none that matters; either may
        // be all.
        return inside >= half ? 1 : 1 - within(half, deviation) + (inside > 0 ? within(inside, deviation) : 0);
    }

    /** That the mean of all is nearer to zero than a distance. */
    private double within(double distance, double deviation) {
        return student.cumulativeProbability((distance - effect.log()) / deviation)
                - student.cumulativeProbability((-distance - effect.log()) / deviation);
    }
}
