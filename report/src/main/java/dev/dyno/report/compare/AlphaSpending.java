package dev.dyno.report.compare;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Divides the allowed error among several looks at a comparison in progress, so that it can end as soon as it is clear,
 * without more wrong calls.
 *
 * <p>The error spent so far follows the O'Brien-Fleming-like function of Lan and DeMets, "Discrete sequential boundaries for
 * clinical trials", Biometrika 70 (1983): α*(t) = 2 − 2 Φ(z(1 − α/2) / √t), with t the share of all blocks that has been
 * measured. Early looks get almost nothing, so only large differences end a comparison early, and the last look keeps most. Each
 * look has the part added since the previous one: by Boole's inequality all looks together are wrong at most as often as α,
 * however they are correlated.
 */
final class AlphaSpending {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Error allowed to all looks together. */
    final double alpha;

    private final double z;
    private double spent;

    /** @param alpha the error allowed to all looks together, 0 to 1 */
    AlphaSpending(double alpha) {
        this.alpha = alpha;
        z = NORMAL.inverseSurvivalProbability(alpha / 2);
    }

    /**
     * Error allowed to the next look.
     *
     * @param share share of all blocks that has been measured, above 0, at most 1, and not below that of the previous look
     */
    double next(double share) {
        double until = 2 * NORMAL.survivalProbability(z / Math.sqrt(share));
        double part = until - spent;
        spent = until;
        return part;
    }
}
