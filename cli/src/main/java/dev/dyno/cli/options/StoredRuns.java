package dev.dyno.cli.options;

import dev.dyno.app.compare.FigureShares;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.Problems;
import dev.dyno.report.compare.Side;
import dev.dyno.report.history.RunNames;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Folder of stored runs for commands about them. */
public final class StoredRuns {

    /** Description of the name of a run, for the help of commands. */
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

    /**
     * Reads the runs of one side of a comparison; no run may be named twice.
     *
     * @param names of runs or of ranges; separated by commas, or in separate elements
     * @throws IOException with a sentence, if a run cannot be found or read, or is named twice
     */
    public Side side(String side, List<String> names) throws IOException {
        List<RunSummary> found = new ArrayList<>();
        Set<Path> folders = new HashSet<>();
        for (String name : FigureShares.words(names)) {
            for (Path folder : RunNames.findAll(place(), name)) {
                if (!folders.add(folder.toAbsolutePath().normalize())) {
                    throw new IOException(name + ": is named twice in " + side
                            + ", which would make the same measurement count twice. Leave one out.");
                }
                found.add(new RunFolderReader(folder).summary());
            }
        }
        return Side.of(side, found);
    }
}
