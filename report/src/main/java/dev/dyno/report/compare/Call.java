package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;

/** Statement about one figure of B relative to A. */
public enum Call {
    BETTER,
    WORSE,
    /** The difference is surely smaller than the margin, even if it is not zero. */
    EQUIVALENT,
    /** By the measurements, the difference may be zero, and it may exceed the margin. */
    INCONCLUSIVE,
    /** The figure is not compared, runs do not show how much one setup varies, or bounds do not prove that it is equivalent. */
    NONE;

    boolean isDifference() {
        return this == BETTER || this == WORSE;
    }

    /** Whether the call is decided, so that no more runs are needed. */
    boolean isConclusive() {
        return this != INCONCLUSIVE && this != NONE;
    }

    /**
     * Call that follows from an effect. Equivalence has precedence: a difference that surely exists and is surely too small to
     * matter does not matter.
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
