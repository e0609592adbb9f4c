package dev.dyno.app.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Secrets;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.workload.Fault.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommandRunTest {

    private static CommandResult run(String line, long limitMillis) {
        return CommandRun.of(new Command(line), Duration.ofMillis(limitMillis));
    }

    @Test
    void aCommandThatTakesTooLongIsKilledWithWhatItStarted() {
        long from = System.nanoTime();
        CommandResult result = run("sh -c 'echo begun; sleep 100 & echo $!; wait'", 1_000);
        assertThat(System.nanoTime() - from).isLessThan(20_000_000_000L);
        assertThat(result.exitStatus()).isEmpty();
        assertThat(result.sentence()).isEqualTo("no exit status: killed after 1s");
        assertThat(result.output()).startsWith("killed after 1s\nbegun\n");
        assertThat(hasEnded(result.output().lines().toList().get(2))).isTrue();
    }

    /** Nobody may have waited for it: then it is a zombie. */
    private static boolean hasEnded(String pid) {
        try {
            return Files.readString(Path.of("/proc", pid, "stat")).contains(") Z ");
        } catch (IOException e) {
            return true;
        }
    }

    /** It holds the stream of the output open, and nobody waits for it. */
    @Test
    void aProgramThatACommandLeavesBehindIsNotWaitedFor() {
        CommandResult result = run("sh -c 'sleep 30 & echo $!'", 20_000);
        assertThat(result.exitStatus()).contains(0);
        ProcessHandle.of(Long.parseLong(result.output())).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void inputIsEmptyAndBothOutputsAreKept() {
        assertThat(run("sh -c 'cat; echo a; echo b >&2'", 20_000).output()).isEqualTo("a\nb");
    }

    @Test
    void theRunsOwnPasswordIsHiddenInACommandAndItsOutput() {
        Secrets.remember("tcp://h", Optional.of(new Credentials("me", "Rw8-kT2")), Map.of());
        CommandResult result = run("echo login Rw8-kT2", 20_000);
        assertThat(result.line()).isEqualTo("echo login (hidden)");
        assertThat(result.output()).isEqualTo("login (hidden)");
    }

    @Test
    void anOutputCommandsNoTerminal() {
        assertThat(run("printf 'a\\033]0;x\\007\\tb\\r\\nc'", 20_000).output()).isEqualTo("a?]0;x?\tb\nc");
    }
}
