package dev.dyno.cli;

import dev.dyno.app.compare.FigureShares;
import dev.dyno.app.compare.ResultFile;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.Candidates;
import dev.dyno.cli.options.JudgingOptions;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Latency;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.report.compare.ComparisonTable;
import dev.dyno.report.compare.Effect;
import dev.dyno.report.compare.GateJUnit;
import dev.dyno.report.compare.GateReport;
import dev.dyno.report.compare.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "gate",
        sortOptions = false,
        description = {
            "Fail where a stored run is worse than a baseline by more than is allowed, or beyond a limit.",
            "",
            "Exit status: 0 passed, 3 a figure is worse than allowed or was not measured, 4 a run is INVALID, the mark of"
                    + " a figure leaves the result open, or broker, machine or the meaning of an acknowledgement is another"
                    + " one, 1 a run failed."
        },
        footer = {
            "",
            "Examples:",
            "  dyno gate 4f2a91c0 last --max-regression p99=10%%,rate=5%% --junit gate.xml",
            "  dyno gate last --fail-if \"p99(end-to-end) > 50ms\" --fail-if \"rate < 20000/s\"",
            "  dyno gate 4f2a,51b0,77c1 9e11,a3c4,b9d2 --max-regression p99=10%% --sure"
        })
final class GateCommand extends Verb implements Verb.FindsProblems {

    private static final int LEAST_TO_BE_SURE = Effect.LEAST_BLOCKS;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "BASELINE",
            completionCandidates = Candidates.Runs.class,
            description = "The run to compare with, named as dyno history shows it; several with commas between them."
                    + " Left out where only --fail-if is given.")
    private Optional<String> baseline = Optional.empty();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "RUN",
            completionCandidates = Candidates.Runs.class,
            description = "The run to be judged, or last; several with commas between them.")
    private Optional<String> run = Optional.empty();

    @Option(
            names = "--max-regression",
            paramLabel = "FIGURE=PERCENT[,…]",
            description =
                    "By how much rate may be less, and p50, p99, p99.9, max, worker-cpu-per-message and broker-cpu-per-message more,"
                            + " than in the baseline; may be repeated. Default: none.")
    private List<String> allowed = new ArrayList<>();

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description =
                    "Fail if this holds for a judged run, like 'p99(end-to-end) > 50ms': a percentile, max or mean of a latency,"
                            + " or a figure of docs/reference/figures.md; may be repeated. Needs no BASELINE. Default: none.")
    private List<String> failIf = new ArrayList<>();

    @Option(
            names = "--allow-difference",
            paramLabel = "NAME[,…]",
            description =
                    "Facts that may differ between the runs, although their numbers may then mean different things:"
                            + " broker, driver, machine, or a name of their semantics cards; may be repeated."
                            + " Default: none.")
    private List<String> differences = new ArrayList<>();

    @Option(
            names = "--sure",
            description = "Fail only where the regression is surely more than is allowed, beyond noise."
                    + " Needs three batches of runs of each, made in turns.")
    private boolean sure;

    @Mixin
    private JudgingOptions judging = new JudgingOptions();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write JUnit XML, a test for each figure. Default: not written.")
    private Optional<Path> junit = Optional.empty();

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write a table for the summary of a job. Default: not written.")
    private Optional<Path> markdown = Optional.empty();

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        boolean compares = !allowed.isEmpty() || failIf.isEmpty();
        problems.addIf(compares && baseline.isEmpty(), "BASELINE: is missing; must be a run that dyno history shows.");
        problems.addIf(
                compares ? baseline.isPresent() && run.isEmpty() : baseline.isEmpty(),
                "RUN: is missing; must be a run that dyno history shows, or last.");
        problems.addIf(
                !compares && run.isPresent(),
                "BASELINE: only --max-regression compares with it; give that, too, or leave BASELINE out.");
        problems.addIf(
                allowed.isEmpty() && failIf.isEmpty(),
                "--max-regression: is missing; must be the allowed changes, like p99=10%,rate=5%, or give --fail-if.");
        Map<Figure, Double> limits = FigureShares.read("--max-regression", allowed, true, problems);
        List<Threshold> conditions = new ArrayList<>();
        for (String text : FigureShares.words(failIf)) {
            problems.parse("--fail-if", text, given -> conditions.add(Threshold.parse(given)), false);
        }
        Threshold.alwaysOne(conditions).ifPresent(sentence -> problems.add("--fail-if: " + sentence));
        double share = judging.confidence(problems);
        Optional<Latency> shown = judging.latency(problems);
        List<String> before = compares ? baseline.stream().toList() : List.of();
        List<String> after = (compares ? run : baseline).stream().toList();
        problems.addIf(
                sure
                        && (FigureShares.words(before).size() < LEAST_TO_BE_SURE
                                || FigureShares.words(after).size() < LEAST_TO_BE_SURE),
                "--sure: needs three runs or more of the baseline and of the run, with commas between them, made in turns:"
                        + " fewer do not show how much runs differ by themselves.");
        new ResultFile().check("--junit", junit, problems).check("--markdown", markdown, problems);
        problems.refuse();
        Side was = runs.side("baseline", before);
        Side is = runs.side("run", after);
        Set<String> names = is.runs().stream()
                .flatMap(one -> one.result().groups().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        conditions.stream()
                .filter(one -> one.group().filter(name -> !names.contains(name)).isPresent())
                .forEach(one -> problems.add("--fail-if: " + Threshold.unknownGroup(one, names)));
        problems.refuse();
        return show(GateReport.of(
                was,
                is,
                new GateReport.Asked(
                        limits, conditions, shown, Set.copyOf(FigureShares.words(differences)), sure, share)));
    }

    private int show(GateReport report) {
        ComparisonTable.head(report.sides(), report.notices()).forEach(out()::println);
        report.table().lines().forEach(out()::println);
        List<String> notices = ComparisonTable.notices(report.baseline(), report.run(), report.notices(), false);
        if (!report.power().isEmpty() || notices.isEmpty()) {
            out().println();
        }
        report.power().forEach(out()::println);
        notices.forEach(out()::println);
        out().println("GATE: " + report.outcome());
        boolean written = new ResultFile()
                .add("--junit", junit, () -> GateJUnit.of(report))
                .add("--markdown", markdown, report::markdown)
                .write(out(), err());
        report.complaints().forEach(sentence -> err().println(spec.qualifiedName() + ": " + sentence));
        return switch (report.outcome()) {
            case FAILED -> Exit.FAILED;
            case INVALID, UNDECIDED -> Exit.INVALID;
            case MISSED -> Exit.THRESHOLD;
            case PASSED -> written ? Exit.GOOD : Exit.FAILED;
        };
    }
}
