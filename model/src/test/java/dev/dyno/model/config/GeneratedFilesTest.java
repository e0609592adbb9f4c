package dev.dyno.model.config;

import dev.dyno.model.result.GeneratedFile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Files that are made of the declarations are as the declarations have them. {@code -Ddyno.generate=true} writes them anew. */
class GeneratedFilesTest {

    @Test
    void theSchemaOfWorkloadFilesIsUpToDate() throws IOException {
        GeneratedFile.assertCurrent(getClass(), Path.of("../workloads/workload.schema.json"), SchemaText.text());
    }

    @Test
    void theReferencePageIsUpToDate() throws IOException {
        GeneratedFile.assertCurrent(getClass(), Path.of("../docs/reference/settings.md"), ReferenceText.text());
    }
}
