package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Names of the entries of a folder. */
final class Listing {

    private Listing() {}

    /** Files and folders, by name. */
    static List<Path> of(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    /** The end of a run's name. */
    static String idOf(Path run) {
        return String.valueOf(run.getFileName()).replaceFirst(".*-", "");
    }

    static Path only(Path folder) throws IOException {
        assertThat(of(folder)).hasSize(1);
        return of(folder).get(0);
    }

    /** The only run that is stored there. */
    static RunFolderReader run(Path runs) throws IOException {
        return new RunFolderReader(only(runs));
    }

    /** All files below it. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
