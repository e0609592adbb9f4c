package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.report.RunFolder;
import dev.dyno.result.Due;
import dev.dyno.result.Latency;
import dev.dyno.result.LatencyRange;
import dev.dyno.result.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real broker is frozen for the last three of twelve seconds, and stays so: of 2,400 messages 600 were due by then, one of them
 * under way, the others never sent. They have waited for up to 3 s, so a tenth of all has waited for 1.2 s and longer.
 */
@Tag("broker")
@Tag("nightly")
class PausedAtTheEndTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private Path runs;

    private RunResult run(String broker) throws IOException {
        System.setProperty(
                "dyno.home",
                Path.of("..", "target", "dyno").toAbsolutePath().normalize().toString());
        Main.execute(
                new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                Map.of(),
                ("client --broker " + broker
                                + " --rate 200 --duration 12 --drain 4 --at 9s pause queue://PAUSED --runs " + runs)
                        .split(" ", -1));
        try (Stream<Path> folders = Files.list(runs)) {
            return RunFolder.read(folders.findFirst().orElseThrow()).result();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"artemis", "activemq"})
    void whatWaitedAtTheEndIsInThePercentiles(String broker) throws IOException {
        RunResult result = run(broker);
        Due due = result.due().orElseThrow();
        assertThat(due.messages()).isEqualTo(2_400);
        assertThat(due.unsent()).isBetween(580L, 620L);
        assertThat(due.unacknowledged()).isEqualTo(1);
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            LatencyRange ninetieth = result.latencies().percentile(latency, 90).orElseThrow();
            assertThat(ninetieth.isOpen()).isTrue();
            assertThat(ninetieth.lowNs() / 1e9).isBetween(1.1, 1.3);
            assertThat(result.latencies().percentile(latency, 50).orElseThrow().isExact())
                    .isTrue();
        }
    }
}
