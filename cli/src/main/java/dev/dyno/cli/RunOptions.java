package dev.dyno.cli;

import dev.dyno.config.HelpPart;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** How a run is shown, and where it is stored. */
@InHelp(HelpPart.OUTPUT)
final class RunOptions {

    @Parameters(
            arity = "0..*",
            paramLabel = "DESTINATION",
            description = "queue://NAME, topic://NAME or NAME. Default: " + Defaults.DESTINATION + ".")
    List<String> destinations = List.of(Defaults.DESTINATION);

    @Option(names = "--show-latency", description = "Show latencies with each interval; they are always measured.")
    boolean showLatency;

    @Option(names = "--silent", description = "Show nothing while the load goes on.")
    boolean silent;

    @Option(names = "--verbose", description = "Say what is done, and show the whole of an error.")
    boolean verbose;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Write the intervals and the summary as JSON; - is standard output, which has nothing else then: the lines for"
                            + " people go to standard error. Default: not written.")
    Optional<Path> json = Optional.empty();

    boolean isJsonToOut() {
        return json.filter(Path.of("-")::equals).isPresent();
    }

    @Option(
            names = "--hdr",
            paramLabel = "FILE",
            description = "Write the latencies as an HdrHistogram log. Default: not written.")
    Optional<Path> hdr = Optional.empty();

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the intervals as CSV. Default: not written.")
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
    boolean printConfig;

    @Mixin
    MetricsOptions metrics = new MetricsOptions();

    @Option(
            names = "--run-id",
            paramLabel = "HEX",
            description =
                    "16 hexadecimal digits in the head of each message: the same for a producer and a consumer that belong"
                            + " together; messages of other runs are counted as stale then. Default: a new one; a consumer takes all.")
    Optional<String> runId = Optional.empty();
}
