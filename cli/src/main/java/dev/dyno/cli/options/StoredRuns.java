package dev.dyno.cli.options;

import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.Problems;
import dev.dyno.report.history.RunNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Folder of stored runs for commands about them. */
public final class StoredRuns {

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
     * Folder of a run, see {@link RunNames#find}.
     *
     * @throws IOException with a sentence, if no run or several runs match
     */
    public Path find(String run) throws IOException {
        return RunNames.find(place(), run);
    }
}
