package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.Optional;

/**
 * One figure at the gate.
 *
 * @param allowed by what share it may be worse than in the baseline: 0.1 is 10 %
 * @param measured what was found; empty if not every run has measured it
 * @param passed whether it is no worse than allowed. What was not measured has not passed
 */
public record GateCheck(Figure figure, double allowed, Optional<Measured> measured, boolean passed) {

    /**
     * @param baseline geometric mean over the runs of the baseline, in the figure's unit
     * @param run over the runs that are judged
     * @param effect of the run against the baseline; its interval is infinite where the runs do not show it
     */
    public record Measured(double baseline, double run, Effect effect) {}

    /** What logarithms and back leave of a ratio, so that exactly what is allowed passes. */
    private static final double ROUNDING = 1e-9;

    /** @param sure whether only what is surely worse counts as such, not what the mere numbers say */
    static GateCheck of(Figure figure, double allowed, Optional<Measured> measured, boolean sure) {
        boolean passed = measured.map(m -> worseBy(figure, m.effect, sure) <= allowed + ROUNDING)
                .orElse(false);
        return new GateCheck(figure, allowed, measured, passed);
    }

    /** By what share it is worse; below zero if it is better. */
    private static double worseBy(Figure figure, Effect effect, boolean sure) {
        return figure.better() == Figure.Better.LESS
                ? sure ? effect.lowest() : effect.change()
                : -(sure ? effect.highest() : effect.change());
    }

    /** What was found and what is allowed. */
    public String sentence() {
        String tag = figure.name();
        String limit = "at most " + Shown.given(allowed)
                + (figure.better() == Figure.Better.LESS ? " more is allowed." : " less is allowed.");
        return measured.map(m -> tag + (m.effect.log() < 0 ? " fell by " : " rose by ")
                        + Shown.size(m.effect.change())
                        + ", from " + Shown.value(m.baseline) + " to " + Shown.value(m.run) + " "
                        + figure.unit().inTables()
                        + (m.effect.hasInterval() ? " (" + Shown.interval(m.effect) + ")" : "")
                        + "; " + limit)
                .orElse(tag + " was not measured in every run; " + limit
                        + " Leave it out of --max-regression, or measure it.");
    }
}
