package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FindingText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands of the user as faults of a load on a broker that Dyno did not start. */
@Timeout(60)
class ExecFaultTest extends WithDyno {

    private RunResult result(Ran ran) throws IOException {
        ran.ended(Exit.GOOD);
        return Listing.run(place()).result();
    }

    private static CommandResult commandOf(RunResult result) {
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("exec");
        return result.faults().get(0).command().orElseThrow();
    }

    private Ran load(String command) {
        return dyno.type("client --broker sim --rate 100 --duration 1 --at 300ms exec %s queue://Q", command);
    }

    @Test
    void statusAndOutputOfACommandStandInItsResult() throws IOException {
        Ran ran = load("sh -c 'echo no such pod, sorry; exit 3'");
        RunResult result = result(ran);
        assertThat(commandOf(result))
                .isEqualTo(new CommandResult(
                        "sh -c 'echo no such pod, sorry; exit 3'", Optional.of(3), "no such pod, sorry"));
        FaultResult fault = result.faults().get(0);
        assertThat(fault.beganNs()).isBetween(300_000_000L, 1_000_000_000L);
        assertThat(fault.tookNs()).isPositive();
        assertThat(ran.outLines())
                .anyMatch(line -> line.matches("fault +exec at .*: exit status 3: no such pod, sorry.*"));
        assertThat(result.verdict().notes())
                .extracting(FindingText.FLAGS::of)
                .anyMatch(note ->
                        note.matches("The command of exec at .* ended with exit status 3: no such pod, sorry\\."));
        assertThat(Files.readString(Listing.only(place()).resolve("run.json"))).contains("\"exitStatus\" : 3");
    }

    /** A shell would expand the star and end at the semicolon. */
    @Test
    void noShellReadsACommand() throws IOException {
        assertThat(commandOf(result(load("echo * \"a  b\" ; $HOME"))).output()).isEqualTo("* a  b ; $HOME");
    }

    @Test
    void aProgramThatIsNotThereIsASentenceOfTheResult() throws IOException {
        CommandResult command = commandOf(result(load("no-such-program x")));
        assertThat(command.exitStatus()).isEmpty();
        assertThat(command.output()).startsWith("not started: Cannot run program \"no-such-program\"");
    }

    @Test
    void aLongOutputIsCutOff() throws IOException {
        CommandResult command = commandOf(result(load("head -c 100000 /dev/zero")));
        assertThat(command.exitStatus()).contains(0);
        assertThat(command.output()).endsWith("… 95904 bytes more").hasSizeLessThan(5_000);
    }

    @Test
    void aSecretOfACommandIsNotStored() throws IOException {
        result(load("echo --password hunter2"));
        Path run = Listing.only(place());
        for (Path file : Listing.files(run)) {
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("hunter2");
        }
    }

    @Test
    void aWorkloadFileHasCommandsWithCommas() throws IOException {
        String file = file("exec.yaml", """
                producers: { to: queue://Q, rate: 100/s }
                consumers: { from: queue://Q }
                phases: { measure: 1s }
                faults: ["200ms exec 'echo a, b'"]
                """);
        assertThat(commandOf(result(dyno.run("run", "--broker", "sim", file))).output())
                .isEqualTo("a, b");
    }
}
