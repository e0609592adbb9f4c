package dev.dyno.cli.options;

import dev.dyno.model.config.HelpPart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options for the load, the setups and the folder of searches for the capacity. */
@InHelp(HelpPart.CAPACITY)
public final class SearchOptions {

    @Parameters(
            arity = "0..*",
            paramLabel = "DESTINATION|WORKLOAD",
            description = "queue://NAME, topic://NAME or NAME; or a workload file, NAME.yaml. Default: "
                    + RunOptions.DESTINATION + ".")
    public List<String> words = List.of(RunOptions.DESTINATION);

    @Option(
            names = "--a",
            paramLabel = "SETUP",
            description =
                    "One of two setups that are searched in turns, as in dyno compare; may be repeated. Default: one"
                            + " search, of what the other options say.")
    public List<String> a = new ArrayList<>();

    @Option(names = "--b", paramLabel = "SETUP", description = "The other setup; may be repeated. Default: none.")
    public List<String> b = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "Where runs are stored, each in a folder of its own. Default: .dyno/runs in the home folder.")
    public Optional<Path> runs = Optional.empty();
}
