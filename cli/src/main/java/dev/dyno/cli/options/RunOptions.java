package dev.dyno.cli.options;

import dev.dyno.app.execute.OutputFormat;
import dev.dyno.app.execute.Outputs;
import dev.dyno.app.plan.Problems;
import dev.dyno.model.config.HelpPart;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options for showing and storing a run. */
@InHelp(HelpPart.OUTPUT)
public final class RunOptions {

    /** Default destination of a load. */
    static final String DESTINATION = "queue://TEST";

    @Parameters(
            arity = "0..*",
            paramLabel = "DESTINATION",
            description = "queue://NAME, topic://NAME or NAME. Default: " + DESTINATION + ".")
    public List<String> destinations = List.of(DESTINATION);

    @Option(
            names = "--format",
            paramLabel = "console|artemis-perf|json",
            description =
                    "Standard output for people (console), in the form of artemis perf (artemis-perf), or as one JSON document of"
                            + " intervals and summary (json); of the last two, the lines for people go to standard error. Default:"
                            + " console; of dyno perf, artemis-perf.")
    OutputFormat format = OutputFormat.CONSOLE;

    @Option(
            names = "--show-latency",
            description = "In the form of artemis perf: show latencies with each interval. Other forms always have"
                    + " some.")
    boolean showLatency;

    @Option(names = "--silent", description = "Show nothing but a failure, and a verdict other than VALID.")
    boolean silent;

    @Option(
            names = "--verbose",
            description = "Show at the end all latencies, resources, workers and faults that are in the report.")
    boolean verbose;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Write the intervals and the summary as JSON; - is standard output, as --format json. Default: not written.")
    Optional<Path> json = Optional.empty();

    private static boolean isStandardOutput(Path file) {
        return file.equals(Path.of("-"));
    }

    /** Form of the standard output, given by either option. */
    public OutputFormat form() {
        return json.filter(RunOptions::isStandardOutput).isPresent() ? OutputFormat.JSON : format;
    }

    @Option(
            names = "--hdr",
            paramLabel = "FILE",
            description = "Write the latencies as an HdrHistogram log. Default: not written.")
    Optional<Path> hdr = Optional.empty();

    @Option(names = "--csv", paramLabel = "FILE", description = "Write CSV, in several files. Default: not written.")
    Optional<Path> csv = Optional.empty();

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "Where runs are stored, each in a folder of its own. Default: .dyno/runs in the home folder.")
    Optional<Path> runs = Optional.empty();

    @Option(
            names = "--print-config",
            description =
                    "Start nothing: print what would run, as a workload file with every default, and where each value comes"
                            + " from.")
    public boolean printConfig;

    @Mixin
    public UiOptions ui = new UiOptions();

    @Mixin
    public MetricsOptions metrics = new MetricsOptions();

    @Option(
            names = "--run-id",
            paramLabel = "HEX",
            description =
                    "16 hexadecimal digits in the head of each message: the same for a producer and a consumer that belong"
                            + " together; messages of other runs are counted as stale then. Default: a new one; a consumer takes all.")
    public Optional<String> runId = Optional.empty();

    public Outputs.Choice outputs() {
        return new Outputs.Choice(
                form(), showLatency, silent, verbose, json.filter(file -> !isStandardOutput(file)), hdr, csv, runs);
    }

    public void check(Problems problems) {
        Outputs.check(outputs(), problems);
        problems.addIf(
                form() == OutputFormat.JSON && format == OutputFormat.ARTEMIS_PERF,
                "--json -: contradicts --format artemis-perf; leave one of them out, or give --json a file.");
    }
}
