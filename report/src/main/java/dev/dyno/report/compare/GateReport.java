package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Outcome of a gate: runs are checked against a baseline, by the change that each figure is allowed, and against conditions.
 *
 * @param latency latency whose percentiles are compared
 * @param baseline without runs, if nothing is compared with one
 * @param checks one for each requested figure or condition
 * @param powers powers of the checks of figures whose variation the runs show
 * @param unusable reasons why nothing can be judged: failed or invalid runs, a difference that changes what is compared and, if
 *     certainty is required, an order of runs that does not allow it
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

    /** @param failed whether a run failed; otherwise a run is invalid, or the runs cannot be compared */
    public record Unusable(String sentence, boolean failed) {}

    public enum Outcome {
        PASSED,
        MISSED,
        /** The marks of figures leave ranges of values, some of which would pass and some not. */
        UNDECIDED,
        INVALID,
        FAILED
    }

    /**
     * Checks that are requested of the runs.
     *
     * @param allowed share by which each figure may be worse than in the baseline, 0.1 is 10 %
     * @param failIf conditions that must hold in no run
     * @param latency latency whose percentiles are compared; empty = the most informative one
     * @param differences names of facts that are allowed to differ, although they change what is compared
     * @param sure whether only a surely worse figure fails; needs three batches of runs of each side, alternating
     * @param confidence of all comparisons together
     */
    public record Asked(
            Map<Figure, Double> allowed,
            List<Threshold> failIf,
            Optional<Latency> latency,
            Set<String> differences,
            boolean sure,
            double confidence) {}

    /** @param baseline without runs, if nothing is compared with one */
    public static GateReport of(Side baseline, Side run, Asked asked) {
        Latency shown = asked.latency.orElseGet(() -> Side.headline(baseline, run));
        double alpha = (1 - asked.confidence) / Math.max(1, asked.allowed.size());
        boolean sure = asked.sure;
        Design design = RunOrder.design(baseline, run, false);
        List<GateCheck> checks = new ArrayList<>();
        List<GatePower> powers = new ArrayList<>();
        new TreeMap<>(asked.allowed).forEach((figure, limit) -> {
            RegressionCheck check = new RegressionCheck(baseline, run, figure, limit, shown, design, alpha, sure);
            Optional<RegressionCheck.Measured> measured = check.measured();
            checks.add(check.check(measured));
            measured.flatMap(m -> GatePower.of(
                            figure, limit, m.was(), m.is(), m.effect(), sure ? Optional.of(alpha) : Optional.empty()))
                    .ifPresent(powers::add);
        });
        asked.failIf.forEach(condition -> checks.add(ThresholdCheck.of(condition, run, shown)));
        List<Unusable> unusable = unusable(baseline, run);
        List<Difference> meaning = Notices.meaning(baseline, run).stream()
                .filter(difference -> !asked.differences.contains(difference.fact()))
                .toList();
        if (!meaning.isEmpty()) {
            unusable.add(new Unusable(meaning(meaning), false));
        }
        if (sure && design instanceof Design.NoCall none) {
            unusable.add(new Unusable("nothing is sure here, " + none.why(), false));
        }
        List<Notice> notices = new ArrayList<>(Notices.of(baseline, run, false));
        notices.addAll(Notices.withoutEffect(asked.differences, baseline, run));
        return new GateReport(baseline, run, shown, checks, powers, unusable, notices);
    }

    private static String meaning(List<Difference> differences) {
        return "baseline and run are of another broker, another machine, or acknowledgements of another meaning: they differ in "
                + differences.stream()
                        .map(one -> one.fact() + " (" + one.a() + " and " + one.b() + ")")
                        .collect(Collectors.joining(", "))
                + ". Take a baseline that was made the same way, or say --allow-difference '"
                + differences.stream().map(Difference::fact).collect(Collectors.joining(",")) + "'.";
    }

    private static List<Unusable> unusable(Side... sides) {
        List<Unusable> all = new ArrayList<>();
        for (Side side : sides) {
            for (RunSummary run : side.runs()) {
                String which = side.name() + " " + run.result().shortId();
                if (!run.result().outcome().success()) {
                    all.add(new Unusable(
                            which + " failed: "
                                    + run.result().outcome().cause().orElse("it did not finish")
                                    + ". It is no measurement; run it again.",
                            true));
                } else if (run.verdict().level() == Verdict.Level.INVALID) {
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
        if (has(GateCheck.Result.MISSED)) {
            return Outcome.MISSED;
        }
        return has(GateCheck.Result.UNDECIDED) ? Outcome.UNDECIDED : Outcome.PASSED;
    }

    private boolean has(GateCheck.Result result) {
        return checks.stream().anyMatch(check -> check.result() == result);
    }

    /** Length in seconds of all judged runs together, with warm-up and drain. */
    double seconds() {
        return run.runs().stream()
                        .map(RunSummary::result)
                        .mapToLong(result -> result.warmupNs() + result.measuredNs() + result.drainNs())
                        .sum()
                / 1e9;
    }

    /** Reasons for not passing, one sentence each; empty if the gate has passed. */
    public List<String> complaints() {
        return unusable.isEmpty()
                ? checks.stream()
                        .filter(check -> !check.passed())
                        .map(GateCheck::sentence)
                        .toList()
                : unusable.stream().map(Unusable::sentence).toList();
    }

    public Grid table() {
        List<Column<GateCheck>> columns =
                new ArrayList<>(List.of(Column.of("figure", GateCheck::name), Column.of("unit", check -> check.unit()
                        .inTables())));
        boolean compares = !baseline.runs().isEmpty();
        if (compares) {
            columns.add(new Column<>(baseline.name(), GateCheck::baseline));
        }
        columns.add(new Column<>(run.name(), GateCheck::run));
        if (compares) {
            columns.add(
                    new Column<>("change", check -> check.effect().map(effect -> NumberText.signed(effect.change()))));
            columns.add(new Column<>("interval", check -> check.effect().map(NumberText::interval)));
        }
        columns.add(Column.of("allowed", GateCheck::allowed));
        columns.add(Column.of(
                "", check -> unusable.isEmpty() ? check.result().name().toLowerCase(Locale.ROOT) : "not judged"));
        return Grid.of(checks, columns);
    }

    /**
     * Sentences about how often the gate would miss a change for the worse, for each figure whose variation the runs show; if no
     * variation is known, a sentence that says so. Empty without a baseline.
     */
    public List<String> power() {
        if (baseline.runs().isEmpty()) {
            return List.of();
        }
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
        for (Side side : sides()) {
            text.append("- " + side.name() + ": " + Grid.escaped(ComparisonTable.describe(side)) + '\n');
        }
        power().forEach(sentence -> item(text, sentence));
        return text.append("- percentiles are those of " + latency.title() + '\n')
                .toString();
    }

    /** The sides that have runs. */
    public List<Side> sides() {
        return Stream.of(baseline, run).filter(side -> !side.runs().isEmpty()).toList();
    }

    private static void item(StringBuilder text, String sentence) {
        text.append("- " + Grid.escaped(sentence) + '\n');
    }
}
