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
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real broker is frozen by somebody else for the last three of twelve seconds, and stays so through the drain: of 2,400 messages 600
 * were due by then, some of them under way, the others never sent. They waited for up to 3 s. Of all messages the tenth that waited
 * longest, 240 of these 600, waited for 1.8 s and longer.
 */
@Tag("broker")
@Tag("nightly")
class PausedAtTheEndTest {

    private static final int FROZEN_FROM_S = 9;

    /** Until the load and its drain are over, so that the broker can be ended as usual. */
    private static final int FROZEN_S = 3 + 4 + 2;

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private Path runs;

    /** Freezes the processes that this one has started when the console shows the end of that second. */
    private static final class FreezingConsole extends OutputStream {

        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private int seconds;

        @Override
        public synchronized void write(int b) {
            if (b != '\n') {
                line.write(b);
                return;
            }
            if (line.toString(UTF_8).startsWith("--- sent") && ++seconds == FROZEN_FROM_S) {
                List<Long> pids = ProcessHandle.current()
                        .descendants()
                        .map(ProcessHandle::pid)
                        .toList();
                pids.forEach(pid -> signal("STOP", pid));
                CompletableFuture.delayedExecutor(FROZEN_S, TimeUnit.SECONDS)
                        .execute(() -> pids.forEach(pid -> signal("CONT", pid)));
            }
            line.reset();
        }

        private static void signal(String name, long pid) {
            try {
                new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private RunResult run(String arguments) throws IOException {
        System.setProperty(
                "dyno.home",
                Path.of("..", "target", "dyno").toAbsolutePath().normalize().toString());
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        Main.execute(
                new PrintStream(new FreezingConsole(), true, UTF_8),
                new PrintStream(errors, true, UTF_8),
                Map.of(),
                ("client " + arguments + " --rate 200 --duration 12 --drain 4 --runs " + runs).split(" ", -1));
        try (Stream<Path> folders = Files.list(runs)) {
            return RunFolder.read(folders.findFirst().orElseThrow(() -> new AssertionError(errors.toString(UTF_8))))
                    .result();
        }
    }

    /** With one message under way, and with as many as are due. */
    @ParameterizedTest
    @CsvSource({
        "artemis, --broker artemis queue://PAUSED",
        "activemq, --broker activemq queue://PAUSED",
        "rabbitmq, --broker rabbitmq queue://PAUSED",
        "rabbitmq, --broker rabbitmq --max-pending 1000 queue://PAUSED",
        "kafka, --broker kafka queue://PAUSED",
        "kafka, --broker kafka --max-pending 1000 queue://PAUSED",
        "nats, --broker nats queue://PAUSED",
        "mosquitto, --broker mosquitto --persistent topic://PAUSED",
        "pulsar, --broker pulsar queue://PAUSED",
        "pulsar, --broker pulsar --max-pending 1000 queue://PAUSED",
    })
    void whatWaitedAtTheEndIsInThePercentiles(String broker, String arguments) throws IOException {
        RunResult result = run(arguments);
        assertThat(result.outcome().success()).as(result.outcome().toString()).isTrue();
        Due due = result.due().orElseThrow();
        assertThat(due.messages()).isEqualTo(2_400);
        assertThat(due.unsent() + due.unacknowledged()).as("%s", due).isBetween(560L, 610L);
        assertThat(due.unacknowledged()).as("%s", due).isPositive();
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            LatencyRange ninetieth = result.latencies().percentile(latency, 90).orElseThrow();
            assertThat(ninetieth.isOpen()).isTrue();
            assertThat(ninetieth.lowNs() / 1e9).isGreaterThan(1.7);
            LatencyRange longest = result.latencies().percentile(latency, 100).orElseThrow();
            assertThat(longest.isOpen()).isTrue();
            assertThat(longest.lowNs() / 1e9).isBetween(2.8, 8.0);
            assertThat(result.latencies().percentile(latency, 50).orElseThrow().isExact())
                    .isTrue();
        }
    }
}
