package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.report.RunFolder;
import dev.dyno.report.StoredRun;
import dev.dyno.result.LedgerCounts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole command lines on the Artemis that they start: what the build has laid out, in processes of its own. */
class ManagedBrokerTest {

    private static final Pattern PROCESS = Pattern.compile("process (\\d+)");

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private Path runs;

    @BeforeEach
    void useWhatTheBuildHasLaidOut() {
        System.setProperty(
                "dyno.home",
                Path.of("..", "target", "dyno").toAbsolutePath().normalize().toString());
    }

    private Ran run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--runs", runs.toString()));
        int status = Main.execute(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Map.of(),
                all.toArray(String[]::new));
        return new Ran(status, out.toString(UTF_8), err.toString(UTF_8));
    }

    private StoredRun stored() throws IOException {
        try (Stream<Path> folders = Files.list(runs)) {
            return RunFolder.read(folders.findFirst().orElseThrow());
        }
    }

    private static boolean isBrokerGone(Ran ran) {
        Matcher process = PROCESS.matcher(ran.out());
        assertThat(process.find()).as(ran.out()).isTrue();
        return ProcessHandle.of(Long.parseLong(process.group(1)))
                .filter(ProcessHandle::isAlive)
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--max-pending 10",
                "--protocol AMQP --max-pending 10",
                "--rate 1000",
                "--sync --persistent",
                "--commit-interval 10 --tx --persistent",
                "--consume receive --ack-mode client --consumer-commit-interval 7",
                "--consume poll --ack-mode individual --body text --message-size 100..300"
            })
    void aLoadOnAQueueDeliversEachMessageOnceAndLeavesNothingBehind(String options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("client", "--message-count", "500", "queue://WHOLE"));
        arguments.addAll(List.of(options.split(" ", -1)));
        Ran ran = run(arguments.toArray(String[]::new));
        assertThat(ran.status()).as(ran.out() + ran.err()).isZero();
        LedgerCounts ledger = stored().result().ledger();
        assertThat(ledger.expected()).isEqualTo(500);
        assertThat(ledger.delivered()).isEqualTo(500);
        assertThat(ledger.lost() + ledger.duplicate() + ledger.corrupt() + ledger.stale())
                .isZero();
        assertThat(isBrokerGone(ran)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--durable --clientID id", "--durable --clientID id --protocol AMQP", "--shared 1"})
    void eachSubscriptionOfATopicGetsEachMessage(String options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "client", "--message-count", "100", "--consumers", "2", "--num-destinations", "2", "topic://FAN"));
        arguments.addAll(List.of(options.split(" ", -1)));
        Ran ran = run(arguments.toArray(String[]::new));
        assertThat(ran.status()).as(ran.out() + ran.err()).isZero();
        boolean shared = options.contains("--shared");
        assertThat(stored().result().ledger().delivered()).isEqualTo(shared ? 100 : 200);
    }

    @Test
    void aBrokerThatRefusesAnUnknownDestinationIsQuotedInOneLine() {
        Ran ran = run("client", "--set", "auto-create=false", "--message-count", "5", "queue://UNKNOWN");
        assertThat(ran.status()).isEqualTo(Exit.FAILED);
        assertThat(ran.outLines())
                .anySatisfy(line -> assertThat(line).startsWith("cause ").contains("UNKNOWN"));
        assertThat(ran.out()).doesNotContain("\tat ");
        assertThat(isBrokerGone(ran)).isTrue();
    }
}
