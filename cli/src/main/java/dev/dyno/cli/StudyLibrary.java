package dev.dyno.cli;

import dev.dyno.report.study.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The studies that Dyno brings along. */
final class StudyLibrary {

    private static final String ENDING = ".yaml";

    private final Path folder;

    StudyLibrary(Home home) {
        folder = home.studies();
    }

    /** Their names, sorted. */
    List<String> names() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Reads one of these, or a file; never throws, what is wrong is in it. */
    StudyFile read(String nameOrFile, boolean quick) {
        return StudyFile.read(names().contains(nameOrFile) ? fileOf(nameOrFile) : Path.of(nameOrFile), quick);
    }

    /** Whether there is such a study, or such a file. */
    boolean has(String nameOrFile) {
        return names().contains(nameOrFile) || Files.isRegularFile(Path.of(nameOrFile));
    }

    private Path fileOf(String name) {
        return folder.resolve(name + ENDING);
    }
}
