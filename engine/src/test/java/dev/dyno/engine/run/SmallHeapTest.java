package dev.dyno.engine.run;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void tenMillionMessagesFitIntoASmallHeap() throws IOException, InterruptedException {
        outputOf(SmallHeapTest.class, "-Xmx64m");
    }

    /** Output of a class that ends well in a JVM of its own. */
    static String outputOf(Class<?> main, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
