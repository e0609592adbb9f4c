package dev.dyno.app.compare;

import dev.dyno.report.compare.Side;
import dev.dyno.report.history.RunNames;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds stored runs by name, and reads each once. */
public record StoredSides(Path place) {

    /**
     * @param runs names of runs or of ranges; separated by commas, or in separate elements
     * @throws IOException with a sentence, if a run cannot be found or read, or is named twice
     */
    public Side read(String name, List<String> runs) throws IOException {
        List<RunSummary> found = new ArrayList<>();
        Set<Path> folders = new HashSet<>();
        for (String run : FigureShares.words(runs)) {
            for (Path folder : RunNames.findAll(place, run)) {
                if (!folders.add(folder.toAbsolutePath().normalize())) {
                    throw new IOException(run + ": is named twice in " + name
                            + ", which would make the same measurement count twice. Leave one out.");
                }
                found.add(new RunFolderReader(folder).summary());
            }
        }
        return Side.of(name, found);
    }
}
