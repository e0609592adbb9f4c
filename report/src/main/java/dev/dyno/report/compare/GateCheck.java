package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Unit;
import java.util.Optional;

/**
 * One check of the gate: a figure compared with that of the baseline, or a condition.
 *
 * @param name name of the figure, or text of the condition
 * @param allowed allowed change in words, or {@code must not hold}
 * @param baseline value of the baseline in the unit of tables, with its mark or bound; empty for a condition, or if not measured
 * @param run value of the judged runs; for a condition, that of the run with the worst result; empty if not measured
 * @param effect difference of the run from the baseline
 * @param sentence the numbers, what is allowed, and why the check is undecided
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
        /** The limit is exceeded, the condition holds, or the figure was not measured. */
        MISSED,
        /** A mark of the figure leaves a range of values, some of which would pass and some not. */
        UNDECIDED
    }

    /** Tolerance for the rounding of logarithms, so that a change of exactly the allowed share passes. */
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

    /** The allowed change with its sign: {@code +10 %}. */
    static String limit(Figure figure, double allowed) {
        return (figure.better() == Figure.Better.LESS ? "+" : "-") + NumberText.given(allowed);
    }

    boolean passed() {
        return result == Result.PASSED;
    }
}
