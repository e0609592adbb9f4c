package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.RunFolderReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    private Path runs = Path.of("");

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
            if (line.toString(UTF_8).matches("\\d:\\d\\d (warm-up|load|drain).*") && ++seconds == FROZEN_FROM_S) {
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
                Processes.signal(name, pid);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private RunFolderReader run(String arguments) throws IOException {
        System.setProperty("dyno.home", BuiltDyno.HOME);
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        Main.execute(
                new PrintStream(new FreezingConsole(), true, UTF_8),
                new PrintStream(errors, true, UTF_8),
                Map.of(),
                Dyno.words("client " + arguments + " --rate 200 --warmup 0 --duration 12 --drain 4 --runs %s", runs));
        assertThat(Listing.of(runs)).as(errors.toString(UTF_8)).hasSize(1);
        return Listing.run(runs);
    }

    private static void assertWaited(RunResult result, Latency latency) {
        LatencyRange ninetieth = result.latencies().percentile(latency, 90).orElseThrow();
        assertThat(ninetieth.isOpen()).as("%s", latency).isTrue();
        assertThat(ninetieth.lowNs() / 1e9).as("%s", latency).isBetween(1.7, 8.0);
        // Messages under way have waited through the drain, too, and until the consumers of a broker that stands still
        // were given up.
        LatencyRange longest = result.latencies().percentile(latency, 100).orElseThrow();
        assertThat(longest.isOpen()).as("%s", latency).isTrue();
        assertThat(longest.lowNs() / 1e9).as("%s", latency).isBetween(2.8, 15.0);
        assertThat(result.latencies().percentile(latency, 50).orElseThrow().isOpen())
                .as("%s", latency)
                .isFalse();
    }

    /** With one message in flight, with those of a second, and with as many as are due; Kafka and Pulsar take longer than 5 ms for one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--broker artemis --max-pending 1 queue://PAUSED",
                "--broker artemis --driver amqp queue://PAUSED",
                "--broker activemq --max-pending 1 queue://PAUSED",
                "--broker rabbitmq --max-pending 1 queue://PAUSED",
                "--broker rabbitmq --max-pending 1000 queue://PAUSED",
                "--broker rabbitmq --driver rabbitmq-jms queue://PAUSED",
                "--broker kafka --max-pending 1000 queue://PAUSED",
                "--broker nats --max-pending 1 --driver-property nats.jetstream=true queue://PAUSED",
                "--broker mosquitto --max-pending 1 topic://PAUSED",
                "--broker pulsar --max-pending 1000 queue://PAUSED",
                "--broker pulsar --driver pulsar-jms queue://PAUSED",
            })
    void whatWaitedAtTheEndIsInThePercentiles(String arguments) throws IOException {
        RunResult result = run(arguments).result();
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        DueMessages due = result.due().orElseThrow();
        assertThat(due.messages()).isEqualTo(2_400);
        assertThat(due.unsent() + due.unacknowledged()).as("%s", due).isBetween(560L, 610L);
        assertThat(due.unacknowledged()).as("%s", due).isPositive();
        assertWaited(result, Latency.RESPONSE);
        assertWaited(result, Latency.END_TO_END);
    }

    /**
     * Core NATS and Andes: acknowledged in the client library, so nothing of the broker is in response, and all of it in end-to-end.
     * Andes delivers late: messages that it held when it was frozen wait, too.
     */
    @ParameterizedTest
    @ValueSource(strings = {"--broker nats queue://PAUSED", "--broker andes queue://PAUSED"})
    void whatTheClientLibraryAcknowledgedIsUndelivered(String arguments) throws IOException {
        RunFolderReader run = run(arguments);
        RunResult result = run.result();
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        DueMessages due = result.due().orElseThrow();
        assertThat(due.messages()).isEqualTo(2_400);
        long held = run.intervals().stream()
                .filter(interval -> interval.endNs() <= TimeUnit.SECONDS.toNanos(FROZEN_FROM_S))
                .mapToLong(interval ->
                        interval.counts().acknowledged() - interval.counts().received())
                .sum();
        assertThat(due.unsent() + due.undelivered()).as("%s", due).isBetween(560L, 610L + held);
        assertWaited(result, Latency.END_TO_END);
    }
}
