package dev.dyno.model.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the resource metrics is as their catalogue has them. {@code -Ddyno.generate=true} writes it anew. */
class ResourcesReferenceTest {

    private static final Path PAGE = Path.of("../docs/reference/resources.md");

    private static final Map<ResourceMetric.Kind, String> KINDS = Map.of(
            ResourceMetric.Kind.LEVEL, "level at its end",
            ResourceMetric.Kind.RATE, "mean over it",
            ResourceMetric.Kind.AMOUNT, "amount in it");

    @Test
    void pageIsCurrent() throws IOException {
        GeneratedFile.assertCurrent(getClass(), PAGE, page());
    }

    private static String page() {
        return """
                # Resource metrics

                Generated from the catalogue of resource metrics; a test fails when it is out of date. The [guide](../guide/resources.md) says of whom each is read. A name is that in `resources.jsonl`, in CSV and in SQL; the unit stands in it.

                | metric | of a second | what it is |
                |---|---|---|
                """
                + Arrays.stream(ResourceMetric.values())
                        .map(metric -> "| `" + metric.tag() + "` | " + KINDS.get(metric.kind()) + " | "
                                + metric.sentence() + " |\n")
                        .collect(Collectors.joining());
    }
}
