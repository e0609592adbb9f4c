package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The broker is a program that never gets ready. */
@DisabledOnOs(OS.WINDOWS)
@Tag("slow")
class StopDuringStartTest extends WithProcesses {

    private static final int WITHIN_S = 12;

    @ParameterizedTest
    @ValueSource(strings = "INT")
    @Timeout(60)
    void theFirstSignalEndsTheStart(String signal) throws Exception {
        Path begun = folder.resolve("begun");
        Path program = Files.writeString(
                folder.resolve("program"),
                "#!/bin/sh\n[ $1 = --version ] && exec echo v2.10.0\necho $$ > " + begun + "\nexec sleep 60\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Process dyno = processes.withTemporary(temporary).type("dyno", "broker start nats --set program=%s", program);
        while (begun.toFile().length() == 0) {
            assertThat(dyno.isAlive()).as(processes.said("dyno")).isTrue();
            LockSupport.parkNanos(20_000_000);
        }
        Processes.signal(signal, dyno.pid());

        assertThat(processes.awaitEnd("dyno", dyno, WITHIN_S)).isEqualTo(Exit.GOOD);
        assertThat(processes.said("dyno").lines())
                .contains("starting nats 2.10.0 …")
                .noneMatch(line -> line.startsWith("dyno"));
        assertThat(temporary).isEmptyDirectory();
        long broker = Long.parseLong(Files.readString(begun).strip());
        assertThat(ProcessHandle.of(broker).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    @Tag("nightly")
    void soDoesTheOneThatEndsAProgram() throws Exception {
        theFirstSignalEndsTheStart("TERM");
    }
}
