package dev.dyno.cli;

import dev.dyno.app.compare.ResultFile;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.history.HistoryFilter;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.report.history.History;
import dev.dyno.report.page.Size;
import dev.dyno.report.store.RunSummary;
import dev.dyno.report.trend.Trend;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "trend",
        sortOptions = false,
        description =
                "Show a figure over the stored runs, oldest first, and where it changed: a change is called where two"
                        + " methods agree, with five values or more before and after it.",
        footer = {
            "",
            "Examples:",
            "  dyno history trend p99 --by tag.commit --name one-queue",
            "  dyno history trend \"p99.9(response)\" --broker artemis --html trend.html"
        })
final class HistoryTrendCommand extends Verb implements Verb.FindsProblems, EnvironmentDefaults.LooksBack {

    private static final String TAG = "tag.";

    @Parameters(
            arity = "0..1",
            paramLabel = "FIGURE",
            description =
                    "A figure of docs/reference/figures.md, or p50, p99, p99.9, max, mean of a latency, like p99(response).")
    private Optional<String> figure = Optional.empty();

    @Option(
            names = "--by",
            paramLabel = "run|tag.NAME|broker-version",
            description = "Runs that have the same are one value, their median. Default: run, each run is a value.")
    private String by = "run";

    @Mixin
    private HistoryFilter filter = new HistoryFilter();

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page. Default: not written.")
    private Optional<Path> html = Optional.empty();

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the chart. Default: not written.")
    private Optional<Path> svg = Optional.empty();

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        runs.check(problems);
        problems.addIf(figure.isEmpty(), "FIGURE: is missing; must be a figure, like p99, rate or broker-rss-max.");
        Figure asked = figure.map(text -> problems.parse("FIGURE", text, Threshold::figure, Figures.P99))
                .orElse(Figures.P99);
        Trend.By key = problems.parse("--by", by, HistoryTrendCommand::by, by("run"));
        filter.read(problems);
        ResultFile files = new ResultFile().check("--html", html, problems).check("--svg", svg, problems);
        problems.refuse();
        History history = History.of(runs.place());
        Trend trend =
                Trend.of(asked, key, history.runs().stream().filter(filter).toList());
        trend.grid().lines().forEach(out()::println);
        out().println();
        trend.answer().forEach(out()::println);
        boolean written = files.add("--html", html, trend::page)
                .add("--svg", svg, () -> trend.chart().svg(Size.WIDE))
                .write(out(), err());
        out().flush();
        trend.doubts().forEach(doubt -> err().println("NOTE: " + doubt));
        history.complaints().forEach(sentence -> err().println("dyno: " + sentence));
        return written ? Exit.GOOD : Exit.FAILED;
    }

    /** @throws IllegalArgumentException with a sentence, if the text names no way to group runs */
    static Trend.By by(String text) {
        if (text.startsWith(TAG) && text.length() > TAG.length()) {
            String tag = text.substring(TAG.length());
            return new Trend.By(
                    tag,
                    run -> Optional.ofNullable(run.result().configured().tags().get(tag)));
        }
        return switch (text) {
            case "run" -> new Trend.By(text, run -> Optional.of(run.result().shortId()));
            case "broker-version" -> new Trend.By(text, RunSummary::brokerVersion);
            default ->
                throw new IllegalArgumentException(
                        text + "; must be run, broker-version or tag.NAME, like tag.commit.");
        };
    }
}
