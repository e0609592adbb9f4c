package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.report.store.RunFolderReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A run that fails names its cause: the refusal or the death of the broker. */
class BrokerFailureTest extends OnManagedBroker {

    private static final Pattern A_SECOND = Pattern.compile("\\d:\\d\\d (warm-up|load)");

    @Test
    void aBrokerThatRefusesAnUnknownDestinationIsQuotedInOneLine() {
        Ran ran = run("client", "--set", "auto-create=false", "--message-count", "5", "queue://UNKNOWN")
                .ended(Exit.FAILED);
        assertThat(ran.out()).containsPattern("INVALID run-failed: the run failed: [^.]*UNKNOWN");
        assertThat(ran.out()).doesNotContain("\tat ");
        assertThat(isBrokerGone(ran)).isTrue();
    }

    /** Kills the broker of a run when a second of it has been shown. */
    private static Thread killer(ByteArrayOutputStream out) {
        Thread thread = new Thread(() -> {
            String text = out.toString(UTF_8);
            while (!A_SECOND.matcher(text).find() && !text.contains("verdict")) {
                LockSupport.parkNanos(5_000_000);
                text = out.toString(UTF_8);
            }
            Matcher process = PROCESS.matcher(text);
            if (process.find()) {
                ProcessHandle.of(Long.parseLong(process.group(1))).ifPresent(ProcessHandle::destroyForcibly);
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void theDeathOfTheBrokerIsTheCauseAndItsLastSamplesAreKept() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Thread killer = killer(out);
        int status = Main.execute(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Map.of(),
                Dyno.words("client --max-pending 10 --duration 60 --runs %s queue://KILLED", runs));
        killer.join();
        assertThat(status).as(out.toString(UTF_8) + err).isEqualTo(Exit.FAILED);

        RunFolderReader run = stored();
        BrokerDeath death = run.result().brokerDeath().orElseThrow();
        assertThat(death.status()).isEqualTo(137);
        assertThat(death.outOfMemory()).isFalse();
        assertThat(death.sentence())
                .matches("the broker artemis, process \\d+, ended during the run with status 137"
                        + " \\(SIGKILL: sent by somebody, or by a system without memory\\)");
        assertThat(death.lastLogLines()).anySatisfy(line -> assertThat(line).startsWith("READY port="));
        assertThat(run.result().outcome().cause()).contains(death.sentence());
        assertThat(run.result().verdict().reasons().get(0).code()).isEqualTo("run-failed");
        assertThat(run.resources())
                .anySatisfy(sample -> assertThat(sample.subject()).isEqualTo("broker"));
        assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
                .contains("run-failed: the run failed: " + death.sentence());
        assertThat(err.toString(UTF_8)).contains("broker: READY port=");
    }

    @Test
    void aBrokerThatRunsOutOfMemoryIsAResultThatSaysSo() throws IOException {
        Ran ran = type("producer --heap 64m --set global-max-size=8GiB --message-size 65536 --max-pending 50 "
                        + "--duration 60 queue://FULL")
                .ended(Exit.FAILED);
        BrokerDeath death = stored().result().brokerDeath().orElseThrow();
        assertThat(death.status()).isEqualTo(3);
        assertThat(death.outOfMemory()).isTrue();
        assertThat(death.sentence()).contains(" with status 3, out of memory: OutOfMemoryError: ");
        assertThat(stored().result().outcome().cause()).contains(death.sentence());
        assertThat(ran.err()).containsPattern("broker: .*OutOfMemoryError");
        assertThat(isBrokerGone(ran)).isTrue();
    }
}
