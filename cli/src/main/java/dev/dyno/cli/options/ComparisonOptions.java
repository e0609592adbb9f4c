package dev.dyno.cli.options;

import dev.dyno.app.compare.FigureShares;
import dev.dyno.app.compare.ResultFile;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Problems;
import dev.dyno.model.metric.Figure;
import dev.dyno.report.compare.ComparisonJson;
import dev.dyno.report.compare.ComparisonReport;
import dev.dyno.report.compare.ComparisonTable;
import dev.dyno.report.compare.DecisionRule;
import dev.dyno.report.compare.GateJUnit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the judged figures, the confidence, and the output files. */
public final class ComparisonOptions implements EnvironmentDefaults.LooksBack {

    private static final String WORSE = "worse";

    @Option(
            names = "--figures",
            paramLabel = "FIGURE[,…]",
            description =
                    "The figures that are judged: rate, p50, p99, p99.9, worker-cpu-per-message, broker-cpu-per-message. Fewer need"
                            + " fewer runs. Default: all.")
    List<String> figures = new ArrayList<>();

    @Option(
            names = "--margin",
            paramLabel = "FIGURE=PERCENT[,…]",
            description =
                    "Largest difference of each figure that does not matter. Default: rate=3%%, p50=5%%, p99=10%%,"
                            + " p99.9=20%%, worker-cpu-per-message=5%%, broker-cpu-per-message=5%%.")
    List<String> margins = new ArrayList<>();

    @Mixin
    public JudgingOptions judging = new JudgingOptions();

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write the comparison as Markdown. Default: not written.")
    Optional<Path> markdown = Optional.empty();

    @Option(names = "--csv", paramLabel = "FILE", description = "Write a row per figure. Default: not written.")
    Optional<Path> csv = Optional.empty();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description =
                    "Write JUnit XML, a test for each figure, which fails where B is worse. Default: not written.")
    Optional<Path> junit = Optional.empty();

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the comparison as JSON, with the figures of each run. Default: not written.")
    Optional<Path> json = Optional.empty();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Write the page to this file. Default: compared-with-B.html in the folder of the first run of A, or of"
                            + " its study.")
    public Optional<Path> html = Optional.empty();

    @Option(names = "--all-facts", description = "List every fact that differs, not the first of each kind.")
    public boolean allFacts;

    @Option(
            names = "--fail-if",
            paramLabel = "worse",
            description =
                    "End with status 3 if B is called worse in a figure that is judged, and with 4 if nothing, or a figure"
                            + " of --figures, cannot be called. Default: a difference is no failure.")
    public Optional<String> failIf = Optional.empty();

    public DecisionRule rule(Problems problems) {
        Set<Figure> judged = FigureShares.figures("--figures", figures, problems);
        Map<Figure, Double> own = FigureShares.read("--margin", margins, false, problems);
        own.keySet().stream()
                .filter(figure -> !judged.contains(figure))
                .forEach(figure -> problems.add(
                        "--margin: " + figure.name() + " is not judged; add it to --figures, or leave it out."));
        double share = judging.confidence(problems);
        return judged.isEmpty() ? DecisionRule.standard() : DecisionRule.of(judged, own, share);
    }

    public void check(Problems problems) {
        failIf.filter(word -> !word.equals(WORSE))
                .ifPresent(word -> problems.add("--fail-if: " + word + "; must be " + WORSE + "."));
        new ResultFile()
                .check("--markdown", markdown, problems)
                .check("--csv", csv, problems)
                .check("--junit", junit, problems)
                .check("--json", json, problems)
                .check("--html", html, problems);
    }

    public boolean writesFiles() {
        return Stream.of(markdown, csv, junit, json).anyMatch(Optional::isPresent);
    }

    public ResultFile files(ComparisonReport report) {
        ComparisonTable table = new ComparisonTable(report);
        return new ResultFile()
                .add("--markdown", markdown, table::markdown)
                .add("--csv", csv, table::csv)
                .add("--junit", junit, () -> GateJUnit.of(report))
                .add("--json", json, () -> ComparisonJson.of(report));
    }

    /**
     * Exit status of comparisons, by {@code --fail-if}.
     *
     * @param complaint receives a sentence for each comparison in which B is worse or, if there is none, for each without a call,
     *     or without one on a figure that was named
     */
    public int status(Collection<ComparisonReport> reports, Consumer<String> complaint) {
        List<ComparisonReport> worse =
                reports.stream().filter(ComparisonReport::isWorse).toList();
        List<ComparisonReport> unknown = reports.stream()
                .filter(report -> figures.isEmpty() ? report.whyNoCall().isPresent() : !report.isComplete())
                .toList();
        if (failIf.isEmpty() || (worse.isEmpty() && unknown.isEmpty())) {
            return Exit.GOOD;
        }
        (worse.isEmpty() ? unknown : worse).forEach(report -> complaint.accept(report.answer()));
        return worse.isEmpty() ? Exit.INVALID : Exit.THRESHOLD;
    }
}
