package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of the repository that a test makes of declarations. */
public final class GeneratedFile {

    private GeneratedFile() {}

    /** The file has that text; {@code -Ddyno.generate=true} writes it anew. */
    public static void assertCurrent(Class<?> test, Path file, String text) throws IOException {
        if (Boolean.getBoolean("dyno.generate")) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        }
        assertThat(file)
                .as(
                        "made again by: mvn -pl %s -am test -Dtest=%s -Ddyno.generate=true",
                        Path.of("").toAbsolutePath().getFileName(), test.getSimpleName())
                .hasContent(text);
    }
}
