package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.history.HistoryFilter;
import dev.dyno.cli.history.HistoryList;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.history.History;
import dev.dyno.report.live.LiveServer;
import dev.dyno.report.live.LiveServer.Answer;
import dev.dyno.report.page.HtmlReporter;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunSummary;
import dev.dyno.report.trend.Trend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "ui",
        description = {
            "Show the stored runs in a browser of this machine: search, compare, trend, mark, delete. Its address is printed.",
            "",
            "It ends with Ctrl+C. With --ui a load has a page of its own while it lasts."
        },
        footer = {"", "Example: dyno ui --port 8080"})
final class UiCommand extends Verb implements Verb.FindsProblems, EnvironmentDefaults.LooksBack {

    private static final int MAX_PORT = 65_535;

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the page. Default: a free one.")
    private Optional<String> port = Optional.empty();

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, InterruptedException {
        runs.check(problems);
        int asked = port.map(text -> (int) problems.number("--port", text, 0, MAX_PORT, "0 = any free one."))
                .orElse(0);
        problems.refuse();
        LoadForm form = new LoadForm(runs.place());
        CountDownLatch end = new CountDownLatch(1);
        try (LiveServer server = new LiveServer(
                asked,
                Map.of(
                        "fields", given -> form.fields(),
                        "", given -> Answer.html(HtmlReporter.runs()),
                        "list", given -> Answer.json(list()),
                        "report", given -> Answer.html(HtmlReporter.of(folders(given.getOrDefault("runs", "")))),
                        "trend", given -> Answer.html(trend(given))),
                Map.of("mark", this::mark, "delete", this::delete, "start", form::start))) {
            out().println("Stored runs at " + server.url());
            out().flush();
            Signals.endInGoodOrder(end::countDown);
            end.await();
        } catch (IOException e) {
            problems.add("--port: " + asked + "; cannot be listened on at 127.0.0.1 (" + e.getMessage()
                    + "). Give another, or 0 for any free one.");
            problems.refuse();
        }
        return Exit.GOOD;
    }

    private byte[] list() throws IOException {
        return HistoryList.grid(History.of(runs.place()).runs()).json().getBytes(StandardCharsets.UTF_8);
    }

    /** Folders of runs by their names, separated by commas; refuses a folder outside the place of the runs. */
    private List<Path> folders(String names) throws IOException {
        Path place = runs.place().toAbsolutePath().normalize();
        List<Path> folders = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            Path folder = place.resolve(name).normalize();
            if (name.isEmpty() || !place.equals(folder.getParent()) || !RunFolder.isReadable(folder)) {
                throw new IllegalArgumentException(name + "; must be a run of " + place + ".");
            }
            folders.add(folder);
        }
        return folders;
    }

    private String trend(Map<String, String> given) throws IOException {
        String name = given.getOrDefault("name", "");
        List<RunSummary> those = History.of(runs.place()).runs().stream()
                .filter(run -> name.isEmpty() || run.result().name().equals(name))
                .filter(new HistoryFilter())
                .toList();
        Figure figure = Threshold.figure(given.getOrDefault("figure", Figures.P99.name()));
        return Trend.of(figure, HistoryTrendCommand.by(given.getOrDefault("by", "run")), those)
                .page();
    }

    private Answer mark(Map<String, String> given) throws IOException {
        RunMark.Kind kind = ValueType.choice(RunMark.Kind.class).parse(given.getOrDefault("mark", ""));
        for (Path folder : folders(given.getOrDefault("runs", ""))) {
            RunFolder.mark(folder, new RunMark(kind, given.getOrDefault("comment", ""), Instant.now()));
        }
        return Answer.json(list());
    }

    private Answer delete(Map<String, String> given) throws IOException {
        for (Path folder : folders(given.getOrDefault("runs", ""))) {
            RunFolder.delete(folder);
        }
        return Answer.json(list());
    }
}
