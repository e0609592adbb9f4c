package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.Candidates;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.console.RunsTable;
import dev.dyno.report.export.CsvReporter;
import dev.dyno.report.export.JUnitReport;
import dev.dyno.report.export.OmbJsonReporter;
import dev.dyno.report.history.RunNames;
import dev.dyno.report.page.ChartFiles;
import dev.dyno.report.page.HtmlReporter;
import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import dev.dyno.report.store.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        description = {
            "Render stored runs again: one page for one run, or for several to see them side by side.",
            "",
            "Without an option it writes " + RunFolder.REPORT
                    + " in the folder of the run; of several, report-with-RUN.html",
            "in that of the first."
        },
        footer = {"", "Example: dyno report a92bf885 --html run.html"})
final class ReportCommand extends Verb implements EnvironmentDefaults.LooksBack {

    private static final int MOST_IN_A_NAME = 10;

    @Parameters(
            paramLabel = "RUN",
            completionCandidates = Candidates.Runs.class,
            arity = "0..*",
            description = StoredRuns.NAMES + " Default: last.")
    private List<String> runs = List.of();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page for people, in one file that needs nothing else. Default: " + RunFolder.REPORT
                    + " in the folder of the run, or that beside it of several runs, unless another file is asked for.")
    private Optional<Path> html = Optional.empty();

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description =
                    "Write the intervals of one run, a row each; resources, faults, a backlog and groups with names go to"
                            + " files beside it: run.csv, run-resources.csv and so on. Default: none.")
    private Optional<Path> csv = Optional.empty();

    @Option(
            names = "--svg",
            paramLabel = "DIR",
            description = "Write the charts as SVG files for documents; several runs are drawn over each other."
                    + " Default: none.")
    private Optional<Path> svg = Optional.empty();

    @Option(
            names = "--png",
            paramLabel = "DIR",
            description = "Write the same charts as PNG files of 1920 x 760 pixels. Default: none.")
    private Optional<Path> png = Optional.empty();

    @Option(
            names = "--omb-json",
            paramLabel = "FILE",
            description = "Write one run as the result file of the OpenMessaging Benchmark, for its scripts."
                    + " Default: none.")
    private Optional<Path> ombJson = Optional.empty();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write the runs as a JUnit test suite for build servers: one that failed or is INVALID is a"
                    + " failure. Default: none.")
    private Optional<Path> junit = Optional.empty();

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write a table of the runs for the summary of a job, with thresholds that are not met and the"
                    + " reasons of each verdict. Default: none.")
    private Optional<Path> markdown = Optional.empty();

    @Mixin
    private StoredRuns stored = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        List<Path> folders = stored.find(runs.isEmpty() ? List.of(RunNames.LAST) : runs);
        ofOneRun("--csv", csv, folders.size());
        ofOneRun("--omb-json", ombJson, folders.size());
        problems.refuse();
        Path first = folders.get(0);
        if (ombJson.isPresent() && RunFolder.isReadable(first) && !RunFolder.hasHistograms(first)) {
            throw new IOException(
                    first + ": --omb-json needs intervals.jsonl and latency.hdr, which are not both there."
                            + " --csv and --html write what is there.");
        }
        for (Path folder : folders) {
            RunFolderReader reader = new RunFolderReader(folder);
            reader.lacks().forEach(lack -> err().println(spec.qualifiedName() + ": " + lack));
            if (!RunFolder.isFinished(folder)) {
                reader.summary().result().outcome().cause().ifPresent(sentence -> err().println(
                                "NOTE: " + folder.getFileName() + ": " + sentence + "."));
            }
        }
        boolean other = Stream.of(csv, svg, png, ombJson, junit, markdown).anyMatch(Optional::isPresent);
        write(
                html.or(() -> other ? Optional.empty() : Optional.of(first.resolve(pageOf(folders)))),
                file -> HtmlReporter.write(file, folders));
        write(csv, file -> replay(first, CsvReporter.create(file)));
        write(ombJson, file -> replay(first, new OmbJsonReporter(ReportFile.create(file))));
        write(junit, file -> JUnitReport.write(file, folders));
        write(markdown, file -> WholeFile.write(file, RunsTable.markdown(rows(folders))));
        if (svg.isPresent() || png.isPresent()) {
            // Pictures are drawn in memory, even if there is a screen.
            System.setProperty("java.awt.headless", "true");
            ChartFiles.write(folders, svg, png).forEach(out()::println);
        }
        return Exit.GOOD;
    }

    private static List<RunsTable.Row> rows(List<Path> folders) throws IOException {
        List<RunsTable.Row> rows = new ArrayList<>();
        for (Path folder : folders) {
            RunSummary run = new RunFolderReader(folder).summary();
            RunResult result = new RunFolderReader(folder).result().withVerdict(run.verdict());
            rows.add(RunsTable.Row.of(result.name() + ' ' + result.shortId(), result, run.text()));
        }
        return rows;
    }

    /** Name of the page, which is in the folder of the first run; of several runs it has the ends of the others' names. */
    private static String pageOf(List<Path> folders) {
        if (folders.size() == 1) {
            return RunFolder.REPORT;
        }
        return folders.stream()
                .skip(1)
                .limit(MOST_IN_A_NAME)
                .map(folder -> String.valueOf(folder.getFileName()))
                .map(name -> name.substring(name.lastIndexOf('-') + 1))
                .collect(Collectors.joining("-", "report-with-", ".html"));
    }

    private void ofOneRun(String option, Optional<Path> file, int given) {
        problems.addIf(
                file.isPresent() && given > 1,
                option + ": " + given + " runs are given; must be one. Write a file for each of them.");
    }

    private interface Writer {
        void to(Path file) throws IOException;
    }

    private void write(Optional<Path> file, Writer writer) throws IOException {
        if (file.isPresent()) {
            writer.to(file.get());
            out().println(file.get());
        }
    }

    private static void replay(Path run, Reporter opened) throws IOException {
        try (opened) {
            new RunFolderReader(run).replay(opened);
        }
    }
}
