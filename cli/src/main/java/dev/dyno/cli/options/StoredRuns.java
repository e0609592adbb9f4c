package dev.dyno.cli.options;

import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.Problems;
import dev.dyno.report.history.RunNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Folder of stored runs for commands about them. */
public final class StoredRuns {

    /** How a command describes the name of a run. */
    public static final String NAMES =
            "Its folder or a file in it, the beginning of its name or id as dyno history shows them, last, last~1 for the"
                    + " one before, or last~2..last for all of these.";

    @Option(names = "--runs", paramLabel = "DIR", description = "Where the runs are. Default: ~/.dyno/runs.")
    public Optional<Path> given = Optional.empty();

    public Path place() {
        return given.orElseGet(Home::defaultRuns);
    }

    /** Checks that the given folder exists. */
    public void check(Problems problems) {
        problems.addIf(
                given.isPresent() && !Files.isDirectory(place()),
                "--runs: " + place() + "; must be a folder with stored runs.");
    }

    /**
     * Folders of runs, each once, see {@link RunNames#findAll}.
     *
     * @throws IOException with a sentence, if no run or several runs match a name
     */
    public List<Path> find(List<String> names) throws IOException {
        Set<Path> folders = new LinkedHashSet<>();
        for (String name : names) {
            folders.addAll(RunNames.findAll(place(), name));
        }
        return List.copyOf(folders);
    }
}
