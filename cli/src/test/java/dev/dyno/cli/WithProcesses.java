package dev.dyno.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Built Dynos in processes, none of which outlives its test. */
abstract class WithProcesses {

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // By JUnit.
    Processes processes;

    @BeforeEach
    final void prepare() {
        processes = new Processes(folder);
    }

    @AfterEach
    final void leaveNothingBehind() throws InterruptedException {
        processes.end();
    }
}
