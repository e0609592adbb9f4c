package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.history.RunFacts;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Check whether runs are as good as a baseline, within the allowed shares.
 *
 * @param latency that the percentiles are of
 * @param checks one for each requested figure
 * @param powers for the figures whose variation the runs show
 * @param unusable one sentence for each failed or invalid run and, if certainty is required, for an order of runs that does not
 *     allow it
 * @param notices differences and doubts that may explain the result
 */
public record GateReport(
        Side baseline,
        Side run,
        Latency latency,
        List<GateCheck> checks,
        List<GatePower> powers,
        List<Unusable> unusable,
        List<Notice> notices) {

    /** @param failed whether the run failed; otherwise it is invalid */
    public record Unusable(String sentence, boolean failed) {}

    public enum Outcome {
        PASSED,
        MISSED,
        INVALID,
        FAILED
    }

    public GateReport {
        checks = List.copyOf(checks);
        powers = List.copyOf(powers);
        unusable = List.copyOf(unusable);
        notices = List.copyOf(notices);
    }

    /**
     * @param allowed share by which each figure may be worse, 0.1 is 10 %
     * @param latency that the percentiles are of; empty = the most informative one
     * @param differences names of facts that may differ although they change the meaning of an acknowledgement
     * @param sure whether only a surely worse figure fails; needs three batches of runs of each side, in turns
     * @param confidence of all checks together
     */
    public static GateReport of(
            Side baseline,
            Side run,
            Map<Figure, Double> allowed,
            Optional<Latency> latency,
            Set<String> differences,
            boolean sure,
            double confidence) {
        Latency shown = latency.orElseGet(() -> Side.headline(baseline, run));
        List<Block> before = baseline.blocks(shown);
        List<Block> after = run.blocks(shown);
        double alpha = (1 - confidence) / allowed.size();
        Design design = RunOrder.design(baseline, run, false);
        List<GateCheck> checks = new ArrayList<>();
        List<GatePower> powers = new ArrayList<>();
        for (Figure figure : Figures.of(Use.COMPARED)) {
            Double limit = allowed.get(figure);
            if (limit == null) {
                continue;
            }
            // The ends that speak against passing: the baseline may have been that fast, and the run that slow.
            Optional<double[]> low = ConservativeBounds.all(before, figure, ConservativeBounds.End.LOW);
            Optional<double[]> high = ConservativeBounds.all(after, figure, ConservativeBounds.End.HIGH);
            if (low.isEmpty() || high.isEmpty()) {
                checks.add(GateCheck.of(figure, limit, Optional.empty(), sure));
                continue;
            }
            double[] was = low.get();
            double[] is = high.get();
            Effect effect = design.effect(was, is, alpha);
            checks.add(GateCheck.of(
                    figure,
                    limit,
                    Optional.of(new GateCheck.Measured(Judging.geometricMean(was), Judging.geometricMean(is), effect)),
                    sure));
            GatePower.of(figure, limit, was, is, effect, sure ? Optional.of(alpha) : Optional.empty())
                    .ifPresent(powers::add);
        }
        List<Unusable> unusable = unusable(baseline, run);
        List<Difference> meaning = Notices.meaning(baseline, run).stream()
                .filter(difference -> !differences.contains(difference.fact()))
                .toList();
        if (!meaning.isEmpty()) {
            unusable.add(new Unusable(meaning(meaning), false));
        }
        if (sure && design instanceof Design.NoCall none) {
            unusable.add(new Unusable("--sure: nothing is sure here, " + none.why(), false));
        }
        return new GateReport(baseline, run, shown, checks, powers, unusable, Notices.of(baseline, run, false));
    }

    private static String meaning(List<Difference> differences) {
        return "an acknowledgement may not mean the same in both, which differ in "
                + differences.stream()
                        .map(one -> one.fact() + " (" + one.a() + " and " + one.b() + ")")
                        .collect(Collectors.joining(", "))
                + ". Take a baseline that was made the same way, or say --allow-difference "
                + differences.stream().map(Difference::fact).collect(Collectors.joining(",")) + ".";
    }

    private static List<Unusable> unusable(Side... sides) {
        List<Unusable> all = new ArrayList<>();
        for (Side side : sides) {
            for (RunSummary run : side.runs()) {
                String which = side.name() + " " + RunFacts.of(run).shortId();
                if (!run.result().outcome().success()) {
                    all.add(new Unusable(
                            which + " failed: "
                                    + run.result().outcome().cause().orElse("it did not come to its end")
                                    + ". It is no measurement; run it again.",
                            true));
                } else if (Side.level(run) == Verdict.Level.INVALID) {
                    all.add(new Unusable(
                            which + " is INVALID: " + Notices.reasons(List.of(run))
                                    + ". Its numbers cannot pass or miss anything; run it again.",
                            false));
                }
            }
        }
        return all;
    }

    public Outcome outcome() {
        if (!unusable.isEmpty()) {
            return unusable.stream().anyMatch(Unusable::failed) ? Outcome.FAILED : Outcome.INVALID;
        }
        return checks.stream().allMatch(GateCheck::passed) ? Outcome.PASSED : Outcome.MISSED;
    }

    /** Reasons for not passing, one sentence each; empty if it has passed. */
    public List<String> complaints() {
        return unusable.isEmpty()
                ? checks.stream()
                        .filter(check -> !check.passed())
                        .map(GateCheck::sentence)
                        .toList()
                : unusable.stream().map(Unusable::sentence).toList();
    }

    /** The checks as a table. */
    public Grid table() {
        return Grid.of(
                checks,
                List.of(
                        Column.of("figure", check -> check.figure().name()),
                        Column.of("unit", check -> check.figure().unit().inTables()),
                        value(baseline, GateCheck.Measured::baseline),
                        value(run, GateCheck.Measured::run),
                        measured(
                                "change",
                                measured -> Shown.signed(measured.effect().change())),
                        measured("interval", measured -> Shown.interval(measured.effect())),
                        Column.of("allowed", GateCheck::limit),
                        Column.of(
                                "",
                                check -> unusable.isEmpty() ? check.passed() ? "passed" : "missed" : "not judged")));
    }

    private Column<GateCheck> value(Side side, Function<GateCheck.Measured, Double> value) {
        return new Column<>(side.name(), check -> check.measured()
                .map(measured -> side.sign(check.figure(), latency) + Shown.value(value.apply(measured))));
    }

    private static Column<GateCheck> measured(String name, Function<GateCheck.Measured, String> cell) {
        return new Column<>(name, check -> check.measured().map(cell));
    }

    /** Sentences about how often it would miss a loss, one for each figure, or that this is unknown. */
    public List<String> power() {
        if (powers.isEmpty()) {
            return List.of("Power unknown: " + RunOrder.TOO_FEW);
        }
        List<String> sentences =
                new ArrayList<>(powers.stream().map(GatePower::sentence).toList());
        if (powers.stream().anyMatch(GatePower::atLeast)) {
            sentences.add(
                    "At least: the runs were not made in turns, and how much batches of one setup differ is not in their"
                            + " spread.");
        }
        return sentences;
    }

    /** Markdown for the summary of a job. */
    public String markdown() {
        StringBuilder text = new StringBuilder("### Gate: " + outcome() + "\n\n");
        complaints().forEach(sentence -> item(text, sentence));
        text.append(complaints().isEmpty() ? "" : "\n")
                .append(ComparisonTable.markdown(notices, baseline, run))
                .append(table().markdown(ComparisonTable.LEFT));
        for (Side side : List.of(baseline, run)) {
            text.append("- " + side.name() + ": " + Grid.escaped(ComparisonTable.describe(side)) + '\n');
        }
        power().forEach(sentence -> item(text, sentence));
        return text.append("- percentiles are those of " + latency.title() + '\n')
                .toString();
    }

    private static void item(StringBuilder text, String sentence) {
        text.append("- " + Grid.escaped(sentence) + '\n');
    }
}
