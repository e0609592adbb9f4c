package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProcessTreeTest {

    private final List<Process> started = new ArrayList<>();

    /** A process that is busy on the first processor for ever. */
    private Process busy(String priority) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "processors cannot be chosen here");
        Process process = new ProcessBuilder(
                        "taskset", "-c", "0", "nice", "-n", priority, "sh", "-c", "echo; while :; do :; done")
                .start();
        started.add(process);
        assumeTrue(process.getInputStream().read() == '\n', "the first processor is not for this process");
        return process;
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    /** It takes the signal late: the other one, of a higher priority, has nearly all of the processor. */
    @Test
    void aProcessThatHasBeenPausedStandsStill() throws Exception {
        busy("0");
        Process paused = busy("19");
        ProcessTree.pause(paused);
        assertThat(Files.readString(Path.of("/proc", Long.toString(paused.pid()), "stat")))
                .contains(") T ");
    }
}
