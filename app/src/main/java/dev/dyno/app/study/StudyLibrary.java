package dev.dyno.app.study;

import dev.dyno.app.plan.Home;
import dev.dyno.report.study.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Studies that come with Dyno. */
public record StudyLibrary(Home home) {

    private static final String ENDING = ".yaml";

    /** Names of these studies, sorted. */
    public List<String> names() {
        if (!Files.isDirectory(home.studies())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(home.studies())) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Reads one of these studies, or a file; never throws: errors are part of the result. */
    public StudyFile read(String nameOrFile, boolean quick) {
        return StudyFile.read(
                names().contains(nameOrFile) ? home.studies().resolve(nameOrFile + ENDING) : Path.of(nameOrFile),
                quick);
    }

    /** Problem of a name that is no study; a file is checked only when it is read. */
    public Optional<String> problem(String nameOrFile) {
        boolean isFile = nameOrFile.endsWith(ENDING) || nameOrFile.endsWith(".yml") || nameOrFile.contains("/");
        return isFile || names().contains(nameOrFile) || Files.isRegularFile(Path.of(nameOrFile))
                ? Optional.empty()
                : Optional.of(nameOrFile + ": there is no such study; must be one of " + String.join(", ", names())
                        + ", or a study file, which ends with .yaml.");
    }
}
