package dev.dyno.report.compare;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Lets a comparison be looked at while it goes on, and ended when it is clear, without being wrong more often: the error that
 * is allowed is spent on the looks bit by bit.
 *
 * <p>How much may be spent by when is the O'Brien-Fleming-like function of Lan and DeMets, "Discrete sequential boundaries for
 * clinical trials", Biometrika 70 (1983): α*(t) = 2 − 2 Φ(z(1 − α/2) / √t), with t the share of all blocks that has been
 * measured. Early looks get next to nothing, so that only great differences end a comparison early, and the last look keeps
 * most. Each look then has the part that has come since the one before, for itself: by Boole's inequality the looks
 * together are not wrong more often than α, whatever depends on what.
 */
final class Spending {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final double z;
    private double spent;

    /** @param alpha the error allowed to all looks together, 0 to 1 */
    Spending(double alpha) {
        z = NORMAL.inverseSurvivalProbability(alpha / 2);
    }

    /**
     * The error that the next look may have.
     *
     * @param share of all blocks that has been measured, above 0 and not below the one of the look before, at most 1
     */
    double next(double share) {
        double until = 2 * NORMAL.survivalProbability(z / Math.sqrt(share));
        double part = until - spent;
        spent = until;
        return part;
    }
}
