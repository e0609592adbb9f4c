package dev.dyno.model.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Files that are made of the declarations are as the declarations have them. {@code -Ddyno.generate=true} writes them anew. */
class GeneratedFilesTest {

    @Test
    void theSchemaOfWorkloadFilesIsUpToDate() throws IOException {
        assertUpToDate(Path.of("..", "workloads", "workload.schema.json"), SchemaText.text());
    }

    @Test
    void theReferencePageIsUpToDate() throws IOException {
        assertUpToDate(Path.of("..", "docs", "reference", "settings.md"), ReferenceText.text());
    }

    private static void assertUpToDate(Path file, String text) throws IOException {
        if (Boolean.getBoolean("dyno.generate")) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        }
        assertThat(file)
                .as("made again by: mvn -pl model -am test -Dtest=GeneratedFilesTest -Ddyno.generate=true")
                .hasContent(text);
    }
}
