package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Latency;
import dev.dyno.model.threshold.FigureDoubt;
import dev.dyno.report.compare.ConservativeBounds.Bound;
import dev.dyno.report.compare.ConservativeBounds.End;
import dev.dyno.report.compare.GateCheck.Result;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Check of a figure against the baseline. If a value is known only as a range, the end that speaks against passing counts: the
 * low end in the baseline, the high end in the run. If marks leave a range whose ends give different results, the check is
 * undecided.
 *
 * @param allowed share by which the figure may be worse: 0.1 is 10 %
 * @param latency latency whose percentiles are compared
 * @param alpha error of an interval
 * @param sure whether only a surely worse figure fails
 */
record RegressionCheck(
        Side baseline,
        Side run,
        Figure figure,
        double allowed,
        Latency latency,
        Design design,
        double alpha,
        boolean sure) {

    /**
     * Values in place of 0 and infinity, the ends of a range that is open, in the unit of tables: ratios are computed on
     * logarithms.
     */
    private static final double ALMOST_NOTHING = 1e-9;

    private static final double ALMOST_INFINITE = 1e12;

    /** Values of the baseline and of the judged runs, and their difference. */
    record Measured(double[] was, Bound boundOfBaseline, double[] is, Bound boundOfRun, Effect effect) {}

    /** Values that count, and their difference; empty if a run has no value at the end that counts. */
    Optional<Measured> measured() {
        List<Block> before = baseline.blocks(latency, Set.of(figure));
        List<Block> after = run.blocks(latency, Set.of(figure));
        return ConservativeBounds.all(before, figure, End.LOW)
                .flatMap(was -> ConservativeBounds.all(after, figure, End.HIGH)
                        .map(is -> new Measured(
                                was,
                                Bound.of(before, figure, End.LOW),
                                is,
                                Bound.of(after, figure, End.HIGH),
                                design.effect(was, is, alpha))));
    }

    GateCheck check(Optional<Measured> measured) {
        String limit = "at most " + NumberText.given(allowed)
                + (figure.better() == Figure.Better.LESS ? " more is allowed." : " less is allowed.");
        Optional<Result> result = measured.map(this::result);
        String undecided = result.equals(Optional.of(Result.UNDECIDED)) ? " Undecided: " + why() + "." : "";
        Optional<String> before = baseline.text(figure, latency, End.LOW);
        Optional<String> after = run.text(figure, latency, End.HIGH).or(() -> run.text(figure, latency, End.LOW));
        String unmeasured = before.isPresent() && after.isPresent()
                ? " is only known to be at least some value in a run, because messages were unfinished; " + limit
                : " was not measured in every run; " + limit + " Leave the limit out, or measure it.";
        return new GateCheck(
                figure.name(),
                figure.unit(),
                GateCheck.limit(figure, allowed),
                before,
                after,
                measured.map(Measured::effect),
                result.orElse(Result.MISSED),
                measured.map(m -> sentence(m) + "; " + limit + undecided).orElse(figure.name() + unmeasured));
    }

    private String sentence(Measured m) {
        return figure.name() + (m.effect.log() < 0 ? " fell by " : " rose by ")
                + NumberText.size(m.effect.change())
                + ", from " + m.boundOfBaseline.mark + NumberText.value(Judgement.geometricMean(m.was)) + " to "
                + m.boundOfRun.mark + NumberText.value(Judgement.geometricMean(m.is)) + " "
                + figure.unit().inTables()
                + (m.effect.hasInterval() ? " (" + NumberText.interval(m.effect) + ")" : "");
    }

    private Result result(Measured m) {
        List<FigureDoubt> was = doubts(baseline, m.was);
        List<FigureDoubt> is = doubts(run, m.is);
        Effect least = design.effect(ends(was, false), ends(is, true), alpha);
        Effect most = design.effect(ends(was, true), ends(is, false), alpha);
        boolean passes = GateCheck.passes(figure, allowed, m.effect, sure);
        boolean isSame = passes == GateCheck.passes(figure, allowed, least, sure)
                && passes == GateCheck.passes(figure, allowed, most, sure);
        return !isSame ? Result.UNDECIDED : passes ? Result.PASSED : Result.MISSED;
    }

    private double[] ends(List<FigureDoubt> doubts, boolean low) {
        return doubts.stream()
                .mapToDouble(doubt -> figure.unit().inTables(low ? doubt.low() : doubt.high()))
                .map(value -> Math.max(ALMOST_NOTHING, Math.min(ALMOST_INFINITE, value)))
                .toArray();
    }

    /** Ranges that the marks leave around values, which are given in the unit of tables. */
    private List<FigureDoubt> doubts(Side side, double[] values) {
        double perUnit = 1 / figure.unit().inTables(1);
        List<FigureDoubt> doubts = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            doubts.add(FigureDoubt.of(figure, numbers(side.runs().get(i)), values[i] * perUnit));
        }
        return doubts;
    }

    private Numbers numbers(RunSummary summary) {
        return summary.numbers().by(latency);
    }

    /** Text of the marks of each run. */
    private String why() {
        List<String> all = new ArrayList<>();
        for (Side side : List.of(baseline, run)) {
            for (RunSummary each : side.runs()) {
                String marks = FigureDoubt.of(figure, numbers(each), 1).marks().stream()
                        .map(FigureMark::text)
                        .collect(Collectors.joining(", and "));
                if (!marks.isEmpty()) {
                    all.add("in " + side.name() + " " + each.result().shortId() + " " + marks);
                }
            }
        }
        return String.join("; ", all);
    }
}
