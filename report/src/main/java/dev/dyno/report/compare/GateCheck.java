package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Unit;
import java.util.Optional;

/**
 * One check of the gate: a figure against that of the baseline, or against a limit.
 *
 * @param name the figure, or the condition
 * @param allowed in words: the change, or the limit
 * @param baseline number of the baseline in the unit of tables, with its marks; empty for a limit, or if it was not measured
 * @param run number of the judged runs; if a limit is compared, that of the run that is nearest to missing it
 * @param effect of the run against the baseline
 * @param sentence the numbers and what is allowed
 */
public record GateCheck(
        String name,
        Unit unit,
        String allowed,
        Optional<String> baseline,
        Optional<String> run,
        Optional<Effect> effect,
        Result result,
        String sentence) {

    public enum Result {
        PASSED,
        /** Missed, also if the figure was not measured. */
        MISSED,
        /** The mark of a figure can change the result. */
        UNDECIDED
    }

    /** Tolerance for the rounding of logarithms, so that exactly the allowed share passes. */
    private static final double ROUNDING = 1e-9;

    /**
     * Whether a change is allowed.
     *
     * @param sure whether only a surely worse figure fails, not one whose numbers are merely worse
     */
    static boolean passes(Figure figure, double allowed, Effect effect, boolean sure) {
        double worseBy = figure.better() == Figure.Better.LESS
                ? sure ? effect.lowest() : effect.change()
                : -(sure ? effect.highest() : effect.change());
        return worseBy <= allowed + ROUNDING;
    }

    /** The allowed change with its sign. */
    static String limit(Figure figure, double allowed) {
        return (figure.better() == Figure.Better.LESS ? "+" : "-") + NumberText.given(allowed);
    }

    boolean passed() {
        return result == Result.PASSED;
    }
}
