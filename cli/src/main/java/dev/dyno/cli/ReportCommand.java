package dev.dyno.cli;

import dev.dyno.report.CsvReporter;
import dev.dyno.report.HtmlReporter;
import dev.dyno.report.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dyno report}: stored runs, rendered again. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Render stored runs again: one page for one run, or for several to see them side by side.",
            "",
            "Without an option it writes " + RunFolder.REPORT + " in the folder of the run, or of the first one."
        },
        footer = {"", "Example: dyno report ~/.dyno/runs/20261121-083243-client-a92bf885 --html run.html"})
final class ReportCommand implements Callable<Integer> {

    private static final String RUN_JSON = "run.json";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description = "Folder of a run, or its run.json. Default: the newest run that has ended.")
    private List<Path> runs = List.of();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page for people, in one file that needs nothing else. Default: " + RunFolder.REPORT
                    + " in the folder of the run, unless another file is asked for.")
    private Optional<Path> html = Optional.empty();

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the intervals of one run, a row each; its faults go to FILE-faults. Default: none.")
    private Optional<Path> csv = Optional.empty();

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "Where the newest run is looked for. Default: ~/.dyno/runs.")
    private Optional<Path> folder = Optional.empty();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (csv.isPresent() && runs.size() > 1) {
            return Refusal.say(
                    spec,
                    List.of("--csv: " + runs.size() + " runs are given; must be one. Write a file for each of them."));
        }
        try {
            List<Path> folders = runs.isEmpty()
                    ? List.of(newest(folder.orElseGet(Home::defaultRuns)))
                    : runs.stream().map(ReportCommand::folderOf).toList();
            if (html.isPresent() || csv.isEmpty()) {
                Path file = html.orElseGet(() -> folders.get(0).resolve(RunFolder.REPORT));
                HtmlReporter.write(file, folders);
                out.println(file);
            }
            if (csv.isPresent()) {
                csv(csv.get(), folders.get(0));
                out.println(csv.get());
            }
            out.flush();
            return Exit.GOOD;
        } catch (IOException e) {
            err.println(spec.qualifiedName() + ": " + e.getMessage());
            return Exit.FAILED;
        }
    }

    private static void csv(Path file, Path run) throws IOException {
        try (CsvReporter reporter = CsvReporter.create(file)) {
            RunFolder.replay(run, reporter);
        }
    }

    private static Path folderOf(Path run) {
        Path parent = run.toAbsolutePath().getParent();
        return parent != null && run.endsWith(RUN_JSON) ? parent : run;
    }

    /** Their names begin with the time. */
    private static Path newest(Path runs) throws IOException {
        try (Stream<Path> folders = Files.isDirectory(runs) ? Files.list(runs) : Stream.empty()) {
            return folders.filter(run -> Files.isRegularFile(run.resolve(RUN_JSON)))
                    .max(Comparator.comparing(run -> String.valueOf(run.getFileName())))
                    .orElseThrow(() ->
                            new IOException(runs + ": has no run that has ended. Name the folder of a stored run."));
        }
    }
}
