package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** docs/performance.md is as {@code bench/performance} makes it from the measurements. */
class PerformancePageTest {

    @Test
    void pageIsThatOfTheMeasurements() throws IOException {
        Process script = new ProcessBuilder("bench/performance", "-")
                .directory(DocumentedCommand.PROJECT.toFile())
                .redirectErrorStream(true)
                .start();
        String made = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(DocumentedCommand.PROJECT.resolve("docs/performance.md"))
                .as("made again by: bench/performance")
                .hasContent(made);
        assertThat(made.lines()).hasSizeLessThanOrEqualTo(60);
    }
}
