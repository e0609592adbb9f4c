package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.driver.tck.Interruptible;
import dev.dyno.model.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code timeout 14 dyno client …}, as build servers do it: the signal goes to the whole group of processes. The broker that Dyno has
 * started lives until its queue is drained.
 */
@EnabledOnOs(OS.LINUX)
@Tag("broker")
@Tag("nightly")
class SignalToTheGroupTest {

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({"artemis, TERM, queue://GROUP", "artemis, INT, queue://GROUP", "mosquitto, TERM, topic://GROUP"})
    @Timeout(90)
    void brokerOutlivesASignalToAllProcesses(String broker, String signal, String destination) throws Exception {
        Path runs = folder.resolve("runs");
        List<String> command = new ArrayList<>(List.of("timeout", "--preserve-status", "-s", signal, "14"));
        command.addAll(BuiltDyno.command(List.of(
                Dyno.words("client --broker %s --rate 200 --duration 60 --runs %s %s", broker, runs, destination))));
        Path console = folder.resolve("console");
        Process process = new ProcessBuilder(Interruptible.command(command))
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(console)).isEqualTo(Exit.GOOD);
            RunResult result = Listing.run(runs).result();
            assertThat(result.outcome().success()).isTrue();
            assertThat(result.brokerDeath()).isEmpty();
            assertThat(result.ledger().delivered())
                    .isEqualTo(result.totals().sent())
                    .isGreaterThan(500);
        } finally {
            process.destroyForcibly();
        }
    }
}
