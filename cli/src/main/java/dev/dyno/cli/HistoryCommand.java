package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.history.HistoryFilter;
import dev.dyno.cli.history.HistoryList;
import dev.dyno.cli.history.HistoryOrder;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.model.result.Finding;
import dev.dyno.report.history.History;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "history",
        sortOptions = false,
        description = "List the stored runs, newest first.",
        subcommands = {
            HistoryMarkCommand.class,
            HistoryTagCommand.class,
            HistoryRemoveCommand.class,
            HistoryPruneCommand.class,
            HistoryTrendCommand.class
        },
        footer = {
            "",
            "load-rate: messages a second, sent, or received where nothing was sent. Latency: end-to-end, or response of a run"
                    + " without consumers.",
            "Of the environment, only DYNO_RUNS has an effect here.",
            "Examples:",
            "  dyno history --broker artemis --verdict VALID --since 2d --sort p99",
            "  dyno history mark last invalid --comment \"the disk was full\""
        })
final class HistoryCommand extends Verb implements Verb.FindsProblems, EnvironmentDefaults.LooksBack {

    @Mixin
    private HistoryFilter filter = new HistoryFilter();

    @Option(
            names = "--sort",
            paramLabel = "FIGURE",
            description =
                    "time (newest first), name, broker, load-rate (highest first), p50, p99 (lowest first) or lost (most"
                            + " first). Default: time.")
    private Optional<String> sort = Optional.empty();

    @Option(names = "--worst", description = "With --sort, the worst first: of p99 the highest, of a rate the lowest.")
    private boolean worst;

    @Option(names = "--limit", paramLabel = "N", description = "At most N runs. Default: no limit.")
    private Optional<String> limit = Optional.empty();

    @Option(
            names = "--notes",
            description = "Below the list, the reasons of each verdict and the notes on the numbers.")
    private boolean notes;

    @Option(names = "--json", description = "Print an array of JSON objects, with all digits.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV, with all digits.")
    private boolean csv;

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        runs.check(problems);
        problems.addIf(
                notes && (json || csv),
                "--notes: is for the list for people; for programs, dyno query has the table notes.");
        problems.addIf(json && csv, "--json: contradicts --csv; leave one of them out.");
        filter.read(problems);
        problems.addIf(worst && sort.isEmpty(), "--worst: needs --sort with a figure, like --sort p99.");
        Comparator<RunSummary> order = sort.map(
                        text -> problems.parse("--sort", text, name -> HistoryOrder.of(name, worst), HistoryOrder.TIME))
                .orElse(HistoryOrder.TIME);
        int most = limit.map(text -> problems.count("--limit", text, 1)).orElse(Integer.MAX_VALUE);
        problems.refuse();
        History history = History.of(runs.place());
        List<RunSummary> shown =
                history.runs().stream().filter(filter).sorted(order).limit(most).toList();
        if (json || csv) {
            out().print(
                            json
                                    ? HistoryList.grid(shown).json()
                                    : HistoryList.grid(shown).csv());
        } else {
            HistoryList.lines(shown).forEach(out()::println);
            for (RunSummary run : notes ? shown : List.<RunSummary>of()) {
                for (Finding finding : run.verdict().findings()) {
                    out().println(run.result().shortId() + ": " + run.text().line(finding));
                }
            }
        }
        out().flush();
        history.complaints().forEach(sentence -> err().println("dyno: " + sentence));
        if (!json && !csv) {
            HistoryList.notes(history, shown, filter, runs.place()).forEach(err()::println);
        }
        return Exit.GOOD;
    }
}
