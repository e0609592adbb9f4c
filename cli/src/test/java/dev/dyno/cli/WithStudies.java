package dev.dyno.cli;

import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** Studies stored in a folder of the test. */
abstract class WithStudies extends WithDyno {

    Path studies = Path.of("");

    @BeforeEach
    final void chooseFolder() {
        studies = folder.resolve("studies");
    }

    final Ran run(String... words) {
        return dyno.run(Stream.concat(
                        Stream.of("study"), Stream.concat(Stream.of(words), Stream.of("--studies", studies.toString())))
                .toArray(String[]::new));
    }

    final Path only() throws IOException {
        return Listing.only(studies);
    }
}
