package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;

/** What is said of one figure of B beside A. */
public enum Call {
    BETTER,
    WORSE,
    /** The difference is surely smaller than the margin. It may be above zero all the same. */
    EQUIVALENT,
    /** What was measured allows both a difference that matters and none. */
    INCONCLUSIVE,
    /** The runs show a difference, and nothing of how much runs of one setup differ. */
    NONE;

    /** Whether more runs would not change it. */
    boolean isConclusive() {
        return this != INCONCLUSIVE && this != NONE;
    }

    /**
     * What an effect allows to say. Equivalence goes first: a difference that is surely there, and surely too small to
     * matter, does not matter.
     */
    static Call of(Figure figure, Effect effect, double margin) {
        if (!effect.hasInterval()) {
            return NONE;
        }
        if (effect.isWithin(margin)) {
            return EQUIVALENT;
        }
        if (!effect.excludesZero()) {
            return INCONCLUSIVE;
        }
        boolean more = effect.log() > 0;
        return more == (figure.better() == Figure.Better.MORE) ? BETTER : WORSE;
    }
}
