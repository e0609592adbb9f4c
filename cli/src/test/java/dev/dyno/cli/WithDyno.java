package dev.dyno.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Commands in this JVM, with a Dyno and a folder of each test's own. */
abstract class WithDyno {

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // By JUnit.
    Dyno dyno;

    @BeforeEach
    final void install() {
        dyno = new Dyno(folder);
    }

    /** Where its runs are stored. */
    final Path place() {
        return folder.resolve("runs");
    }

    final List<Path> runs() throws IOException {
        return Listing.of(place());
    }

    /** @return the path of a new file */
    final String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }
}
