package dev.dyno.cli;

import dev.dyno.report.history.RunNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a command that looks back finds the stored runs. */
final class StoredRuns {

    @Option(names = "--runs", paramLabel = "DIR", description = "Where the runs are. Default: ~/.dyno/runs.")
    Optional<Path> given = Optional.empty();

    Path place() {
        return given.orElseGet(Home::defaultRuns);
    }

    /** That a folder that is named is there. */
    void check(Problems problems) {
        problems.addIf(
                given.isPresent() && !Files.isDirectory(place()),
                "--runs: " + place() + "; must be a folder with stored runs.");
    }

    /**
     * The folder of a run, as {@link RunNames#find} finds it.
     *
     * @throws IOException with a sentence, if there is no such run, or more than one
     */
    Path find(String run) throws IOException {
        return RunNames.find(place(), run);
    }
}
