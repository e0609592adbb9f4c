package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import java.util.Optional;

/**
 * One figure of the gate.
 *
 * @param allowed share by which it may be worse than in the baseline: 0.1 is 10 %
 * @param measured measured values; empty if not every run has measured it
 * @param passed whether it is no worse than allowed; a figure that was not measured has not passed
 */
public record GateCheck(Figure figure, double allowed, Optional<Measured> measured, boolean passed) {

    /**
     * @param baseline geometric mean over the runs of the baseline, in the figure's unit
     * @param run geometric mean over the judged runs
     * @param effect of the run against the baseline; its interval is infinite if the runs do not show it
     */
    public record Measured(double baseline, double run, Effect effect) {}

    /** Tolerance for the rounding of logarithms, so that exactly the allowed share passes. */
    private static final double ROUNDING = 1e-9;

    /** @param sure whether only a surely worse figure fails, not one whose numbers are merely worse */
    static GateCheck of(Figure figure, double allowed, Optional<Measured> measured, boolean sure) {
        boolean passed = measured.map(m -> worseBy(figure, m.effect, sure) <= allowed + ROUNDING)
                .orElse(false);
        return new GateCheck(figure, allowed, measured, passed);
    }

    /** Share by which it is worse; negative if it is better. */
    private static double worseBy(Figure figure, Effect effect, boolean sure) {
        return figure.better() == Figure.Better.LESS
                ? sure ? effect.lowest() : effect.change()
                : -(sure ? effect.highest() : effect.change());
    }

    /** The allowed change with its sign. */
    String limit() {
        return (figure.better() == Figure.Better.LESS ? "+" : "-") + Shown.given(allowed);
    }

    /** The measured change and the allowed one, in one sentence. */
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
