package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.history.RunFacts;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether runs keep what a baseline had, within what is allowed.
 *
 * @param latency that the percentiles are of
 * @param checks one for each figure that was asked for
 * @param powers of those whose runs show how much they vary
 * @param unusable a sentence for each run that is no measurement: it failed, or is invalid; and for runs that were made in an
 *     order in which nothing can be sure, where it has to be
 * @param notices differences and doubts that may explain it
 */
public record GateReport(
        Side baseline,
        Side run,
        Latency latency,
        List<GateCheck> checks,
        List<GatePower> powers,
        List<Unusable> unusable,
        List<Notice> notices) {

    /** @param failed whether it failed; otherwise it is invalid */
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
     * @param allowed by what share each figure may be worse, 0.1 is 10 %
     * @param latency that the percentiles are of; without it, the one that says most
     * @param differences names of facts that may differ though an acknowledgement means another thing then
     * @param sure whether only what is surely worse is missed; needs three batches of runs of each side, in turns
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
            // The ends against passing: a baseline may have been as fast as that, and a run as slow.
            Optional<double[]> low = Ends.all(before, figure, Ends.End.LOW);
            Optional<double[]> high = Ends.all(after, figure, Ends.End.HIGH);
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
        return new GateReport(baseline, run, shown, checks, powers, unusable, Notices.of(baseline, run));
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

    /** Why it has not passed, a sentence for each thing; none if it has. */
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
        return new Grid(
                List.of("figure", "unit", baseline.name(), run.name(), "change", "interval", "allowed", ""),
                checks.stream().map(this::row).toList());
    }

    private List<Optional<Object>> row(GateCheck check) {
        Optional<GateCheck.Measured> measured = check.measured();
        String sign = check.figure().better() == Figure.Better.LESS ? "+" : "-";
        return List.of(
                Optional.of(check.figure().name()),
                Optional.of(check.figure().unit().inTables()),
                measured.map(m -> Shown.value(m.baseline())),
                measured.map(m -> Shown.value(m.run())),
                measured.map(m -> Shown.signed(m.effect().change())),
                measured.map(m -> Shown.interval(m.effect())),
                Optional.of(sign + Shown.given(check.allowed())),
                Optional.of(unusable.isEmpty() ? (check.passed() ? "passed" : "missed") : "not judged"));
    }

    /** How often it would miss a loss, a sentence for each figure; or that nobody knows. */
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

    /** For a job's summary. */
    public String markdown() {
        StringBuilder text = new StringBuilder("### Gate: " + outcome() + "\n\n");
        complaints().forEach(sentence -> item(text, sentence));
        text.append(complaints().isEmpty() ? "" : "\n")
                .append(ComparisonTable.markdown(notices, baseline, run))
                .append(ComparisonTable.markdown(table()));
        for (Side side : List.of(baseline, run)) {
            text.append("- " + side.name() + ": " + ComparisonTable.escaped(ComparisonTable.describe(side)) + '\n');
        }
        power().forEach(sentence -> item(text, sentence));
        return text.append("- percentiles are those of " + latency.title() + '\n')
                .toString();
    }

    private static void item(StringBuilder text, String sentence) {
        text.append("- " + ComparisonTable.escaped(sentence) + '\n');
    }
}
