package dev.dyno.app.execute;

import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.report.console.ConsoleReporter;
import dev.dyno.report.console.ProgressLine.OfLoad;
import dev.dyno.report.console.Screen;
import dev.dyno.report.export.ArtemisPerfReporter;
import dev.dyno.report.export.CsvReporter;
import dev.dyno.report.export.JsonReporter;
import dev.dyno.report.page.HtmlReporter;
import dev.dyno.report.store.CommandRecord;
import dev.dyno.report.store.HdrLogReporter;
import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.Reporters;
import dev.dyno.report.store.Roles;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Outputs of a run's numbers: console, files, and the stored run. */
public final class Outputs {

    /**
     * Choice of the outputs of a run.
     *
     * @param form the form of the standard output
     * @param showLatency whether {@code artemis perf}'s form has latencies
     * @param silent whether only a failure and a verdict other than VALID are shown
     * @param verbose whether the console ends with all that is in the report
     * @param runs the folder of stored runs; empty = the default
     */
    public record Choice(
            OutputFormat form,
            boolean showLatency,
            boolean silent,
            boolean verbose,
            Optional<Path> json,
            Optional<Path> hdr,
            Optional<Path> csv,
            Optional<Path> runs) {

        /** Choice for a run that is stored, and of which the console shows only the progress. */
        public static Choice stored(Optional<Path> runs) {
            return new Choice(
                    OutputFormat.CONSOLE,
                    false,
                    true,
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    runs);
        }
    }

    private final Choice choice;
    /** Makes the reporters that show a load. */
    private final Function<OfLoad, List<Reporter>> shown;

    private final Roles roles;
    private final PrintWriter out;
    private final Screen screen;
    private final PrintWriter err;
    private Optional<Path> folder = Optional.empty();
    private Optional<MetricsPage> metrics = Optional.empty();
    private Optional<LivePage> live = Optional.empty();
    private Optional<Reporter> stored = Optional.empty();
    private Optional<Reporter> page = Optional.empty();
    private Optional<Reporters> reporters = Optional.empty();
    private boolean isAllOpen = true;
    private Optional<CommandRecord> given = Optional.empty();

    private Outputs(
            Choice choice,
            Function<OfLoad, List<Reporter>> shown,
            Roles roles,
            PrintWriter out,
            Screen screen,
            PrintWriter err) {
        this.choice = choice;
        this.shown = shown;
        this.roles = roles;
        this.out = out;
        this.screen = screen;
        this.err = err;
    }

    /**
     * Outputs in the requested form.
     *
     * @param out the standard output
     * @param screen receives the lines for users
     */
    public static Outputs ofVerb(
            Choice choice,
            PlannedRun planned,
            CommandRecord commandLine,
            PrintWriter out,
            Screen screen,
            PrintWriter err) {
        Roles roles = planned.roles();
        List<Reporter> perf = new ArrayList<>();
        boolean asArtemisPerf = choice.form() == OutputFormat.ARTEMIS_PERF;
        if (asArtemisPerf) {
            boolean scheduled =
                    planned.workload().producers().stream().anyMatch(g -> !(g.load() instanceof LoadShape.AllOut));
            perf.add(new ArtemisPerfReporter(
                    out, new ArtemisPerfReporter.Options(choice.showLatency, choice.silent, scheduled, roles)));
        }
        ConsoleReporter.Options options = new ConsoleReporter.Options(
                roles, choice.silent || asArtemisPerf, choice.verbose, new FindingText(commandLine.names()));
        Function<OfLoad, List<Reporter>> shown =
                load -> Stream.concat(perf.stream(), Stream.of(new ConsoleReporter(screen, load, options)))
                        .toList();
        return new Outputs(choice, shown, roles, out, screen, err).given(Optional.of(commandLine));
    }

    /** Outputs with a console that shows only the progress of a run. */
    static Outputs ofProgress(
            Optional<Path> runs, Function<OfLoad, Reporter> progress, Screen screen, PrintWriter err) {
        return new Outputs(Choice.stored(runs), load -> List.of(progress.apply(load)), Roles.BOTH, err, screen, err);
    }

    /** Outputs of a search before the load: the search is stored beside the load, and only its progress is shown. */
    Outputs ofSearch(Reporter progress) {
        Outputs search = ofProgress(
                        choice.runs, load -> progress, Screen.plain(new PrintWriter(Writer.nullWriter())), err)
                .given(given);
        search.live = live;
        return search;
    }

    /** Adds an existing page of metrics. */
    public Outputs on(MetricsPage served) {
        metrics = Optional.of(served);
        return this;
    }

    /** Adds an existing page that shows runs while they last. */
    public Outputs on(LivePage served) {
        live = Optional.of(served);
        return this;
    }

    /** Adds the command line of the run. */
    public Outputs given(Optional<CommandRecord> commandLine) {
        given = commandLine;
        return this;
    }

    /** Makes sentences with the user's names of settings. */
    FindingText text() {
        return CommandRecord.text(given);
    }

    /** Stops waiting for scrapes at the end. */
    void release() {
        metrics.ifPresent(MetricsPage::release);
    }

    /** Refuses, before anything starts, outputs that could not be written at the end or contradict each other. */
    public static void check(Choice choice, Problems problems) {
        RunFolder.check(runs(choice), "the runs").ifPresent(sentence -> problems.add("--runs: " + sentence));
        List<Path> files = new ArrayList<>();
        checkFile("--json", choice.json, files, problems);
        checkFile("--hdr", choice.hdr, files, problems);
        checkFile("--csv", choice.csv, files, problems);
        problems.addIf(
                choice.silent && choice.showLatency, "--show-latency: contradicts --silent; leave one of them out.");
    }

    public static void checkFile(String option, Optional<Path> file, List<Path> files, Problems problems) {
        file.map(Path::toAbsolutePath).ifPresent(path -> {
            boolean writable =
                    !Files.isDirectory(path) && Files.isWritable(Files.exists(path) ? path : path.resolveSibling(""));
            problems.addIf(
                    !writable, option + ": " + path + "; must be a file that can be written, in a folder that exists.");
            if (writable) {
                RunFolder.checkRoomFor(path).ifPresent(sentence -> problems.add(option + ": " + sentence));
            }
            problems.addIf(files.contains(path), option + ": " + path + "; is another option's file already.");
            files.add(path);
        });
    }

    private static Path runs(Choice choice) {
        return choice.runs.orElseGet(Home::defaultRuns);
    }

    /** Opens all outputs. A failure is reported, and the output left out: the console's numbers do not depend on it. */
    Reporters open(RunPlan plan, int deliveries, LoadControl control, Instant began) {
        List<Reporter> all = new ArrayList<>(shown.apply(control.ofLoad(deliveries)));
        live.flatMap(served -> served.show(control, given, deliveries)).ifPresent(all::add);
        stored = open(all, "the stored run", () -> {
            Path created = RunFolder.create(runs(choice), began, plan.workload().name(), RunPlan.idOf(plan.runId()));
            folder = Optional.of(created);
            if (given.isPresent()) {
                given.get().write(created);
            }
            return RunFolder.reporter(created);
        });
        if (stored.isPresent()) {
            // The page comes after the stored run, so that the run is complete even if the page fails.
            page = folder.map(place -> new HtmlReporter(place.resolve(RunFolder.REPORT), given));
            page.ifPresent(all::add);
        }
        if (choice.form() == OutputFormat.JSON) {
            all.add(new JsonReporter(ReportFile.of(out), roles));
        }
        choice.json.ifPresent(
                file -> open(all, file.toString(), () -> new JsonReporter(ReportFile.create(file), roles)));
        choice.hdr.ifPresent(file -> open(all, file.toString(), () -> new HdrLogReporter(ReportFile.create(file))));
        choice.csv.ifPresent(file -> open(all, file.toString(), () -> CsvReporter.create(file)));
        // Metrics come last, because a receiver may not answer.
        metrics.ifPresent(served -> all.addAll(served.show(plan, deliveries)));
        Reporters opened = new Reporters(all, sentence -> {
            screen.keep();
            err.println("dyno: " + sentence);
        });
        reporters = Optional.of(opened);
        return opened;
    }

    private interface Opener {
        Reporter open() throws IOException;
    }

    private Optional<Reporter> open(List<Reporter> all, String what, Opener opener) {
        try {
            Reporter reporter = opener.open();
            all.add(reporter);
            return Optional.of(reporter);
        } catch (IOException e) {
            isAllOpen = false;
            err.println("dyno: " + what + " could not be written: " + e.getMessage());
            err.flush();
            return Optional.empty();
        }
    }

    /** Prints the title of the load, unless silent; in the form of {@code artemis perf}, also the first line of that form. */
    void begin(String title, String url) {
        say(title);
        if (choice.form() == OutputFormat.ARTEMIS_PERF && !choice.silent) {
            out.println("Connection brokerURL = " + url);
            out.flush();
        }
    }

    /** Prints a sentence for users, unless silent. */
    public void say(String sentence) {
        if (!choice.silent) {
            screen.say(sentence);
        }
    }

    /**
     * Prints where the run is stored: its page, if that is complete. Deletes a run that says nothing, see {@link #isNothing}.
     * The reporters must be closed.
     */
    void sayStored(RunResult result) {
        if (folder.isPresent() && isNothing(result)) {
            try {
                RunFolder.deleteAll(folder.get());
                screen.print(List.of("stored      nothing, because no message was sent or received"));
                folder = Optional.empty();
            } catch (IOException e) {
                err.println("dyno: " + e.getMessage());
            }
            return;
        }
        List<String> lines = new ArrayList<>();
        if (!isWhole(stored)) {
            lines.add("NOT STORED: "
                    + folder.filter(RunFolder::isReadable)
                            .map(place -> "this run is partial; dyno history shows the seconds that are in " + place)
                            .orElse("this run cannot be shown again")
                    + ".");
        }
        if (isWhole(page)) {
            folder.ifPresent(place -> lines.add("report      " + place.resolve(RunFolder.REPORT)));
        } else if (isWhole(stored)) {
            folder.ifPresent(place -> lines.add("stored      " + place));
        }
        screen.print(lines);
    }

    /** Whether a run failed before its first message; not if its broker died, or if the load is of connections only. */
    private static boolean isNothing(RunResult result) {
        Counts all = result.totals();
        return !result.outcome().success()
                && all.sent() + all.received() + all.failed() == 0
                && result.brokerDeath().isEmpty()
                && result.configured().producers().stream()
                        .noneMatch(group -> group.text("connectOnly").isPresent());
    }

    private boolean isWhole(Optional<Reporter> one) {
        return one.isPresent() && reporters.isPresent() && !reporters.get().hasFailed(one.get());
    }

    /** Exit status of a run: a good run with incomplete output counts as failed. */
    public int statusOf(RunResult result) {
        boolean isWritten = isAllOpen && reporters.map(all -> !all.hasFailed()).orElse(true);
        return isWritten ? Exit.of(result) : Exit.FAILED;
    }

    public Optional<Path> storedAt() {
        return folder;
    }
}
