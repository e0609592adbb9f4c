package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;

/** Statement about one figure of B relative to A. */
public enum Call {
    BETTER,
    WORSE,
    /** The difference is surely smaller than the threshold, even if it is above zero. */
    EQUIVALENT,
    /** The measurements allow both a relevant difference and none. */
    INCONCLUSIVE,
    /** The runs show a difference, but not how much runs of one setup differ. */
    NONE;

    boolean isDifference() {
        return this == BETTER || this == WORSE;
    }

    /** Whether more runs would not change the call. */
    boolean isConclusive() {
        return this != INCONCLUSIVE && this != NONE;
    }

    /**
     * Call that an effect allows. Equivalence has precedence: a difference that surely exists and is surely too small to matter
     * does not matter.
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
