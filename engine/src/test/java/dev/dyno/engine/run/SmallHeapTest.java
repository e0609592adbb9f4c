package dev.dyno.engine.run;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory does not grow with the length of a run. */
@Tag("slow")
class SmallHeapTest {

    private static final long MESSAGES = 10_000_000;

    /** Run in a JVM of its own, whose exit status is 1 if this throws. */
    public static void main(String[] args) {
        Simulation simulation = new Simulation().onNullDriver();
        simulation.set("producers 4; threads 2; consumers 3; maxPending 100; messageCount %s; duration 0s", MESSAGES);
        RunResult result = simulation.runInRealTime();
        assertThat(result.outcome().success()).isTrue();
        assertCounts(result, "acknowledged " + MESSAGES + ", received " + MESSAGES);
        assertThat(result.ledger())
                .isEqualTo(new LedgerCounts(MESSAGES, MESSAGES, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true));
        assertThat(simulation.intervals.stream()
                        .mapToLong(interval -> interval.counts().received())
                        .sum())
                .isEqualTo(MESSAGES);
    }

    @Test
    @Tag("nightly")
    void tenMillionMessagesFitIntoASmallHeap(@TempDir Path directory) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeapTest.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(new File(output.toString()))
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS))
                    .as("ended within 120 s")
                    .isTrue();
            assertThat(process.exitValue()).as(() -> contentOf(output.toFile())).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
