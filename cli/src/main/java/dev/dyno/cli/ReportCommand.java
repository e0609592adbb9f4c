package dev.dyno.cli;

import dev.dyno.history.RunNames;
import dev.dyno.report.ChartFiles;
import dev.dyno.report.CsvReporter;
import dev.dyno.report.HtmlReporter;
import dev.dyno.report.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
        footer = {"", "Example: dyno report a92bf885 --html run.html"})
final class ReportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description =
                    "Folder of a run, its run.json, the beginning of its name or id as dyno history shows them, or last."
                            + " Default: the newest run that has ended.")
    private List<String> runs = List.of();

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

    @Mixin
    private StoredRuns stored = new StoredRuns();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (csv.isPresent() && runs.size() > 1) {
            return Refusal.say(
                    spec,
                    List.of("--csv: " + runs.size() + " runs are given; must be one. Write a file for each of them."));
        }
        try {
            List<Path> folders = new ArrayList<>();
            for (String run : runs.isEmpty() ? List.of(RunNames.LAST) : runs) {
                folders.add(stored.find(run));
            }
            boolean other = Stream.of(csv, svg, png).anyMatch(Optional::isPresent);
            if (html.isPresent() || !other) {
                Path file = html.orElseGet(() -> folders.get(0).resolve(RunFolder.REPORT));
                HtmlReporter.write(file, folders);
                out.println(file);
            }
            if (csv.isPresent()) {
                csv(csv.get(), folders.get(0));
                out.println(csv.get());
            }
            if (svg.isPresent() || png.isPresent()) {
                // Pictures are drawn in memory, whatever screen there may be.
                System.setProperty("java.awt.headless", "true");
                ChartFiles.write(folders, svg, png).forEach(out::println);
            }
            out.flush();
            return Exit.GOOD;
        } catch (IOException e) {
            return StoredRuns.cannot(spec, e);
        }
    }

    private static void csv(Path file, Path run) throws IOException {
        try (CsvReporter reporter = CsvReporter.create(file)) {
            RunFolder.replay(run, reporter);
        }
    }
}
