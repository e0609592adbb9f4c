package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An output that cannot be written sets the exit status, and costs the console none of its numbers. */
@Timeout(60)
class NotStoredTest extends WithDyno {

    private static final String SENT = "ledger      100 delivered, 0 lost, 0 duplicate, 0 reordered";

    /** Nobody can know of this name before it is tried. */
    @Test
    void placeThatCannotBeMadeIsSaidBeforeTheLoadWhichContinues() {
        Path place = place().resolve("x".repeat(300));
        Ran ran = dyno.type("client --broker null --message-count 100 --runs %s queue://A", place)
                .ended(Exit.FAILED);
        assertThat(ran.errLines())
                .containsExactly("dyno: the stored run is not written: " + place
                        + ": cannot be written: File name too long. Make room or choose another place.");
        assertThat(ran.outLines()).contains(SENT).endsWith("NOT STORED: this run cannot be shown again.");
    }

    @Test
    void resultThatCannotBeWrittenIsNoStoredRun() throws Exception {
        Ran ran = runWithSomethingInTheWayOf("run.json");
        assertThat(ran.outLines())
                .endsWith(
                        "NOT STORED: this run is partial; dyno history shows the seconds that are in " + run() + ".",
                        "report      " + run().resolve("report.html"));
    }

    @Test
    void pageThatCannotBeWrittenIsNotNamed() throws Exception {
        Ran ran = runWithSomethingInTheWayOf("report.html");
        assertThat(ran.outLines()).endsWith("stored      " + run());
    }

    /** Runs a load, and blocks one of its files while it lasts. */
    private Ran runWithSomethingInTheWayOf(String file) throws Exception {
        CompletableFuture<Ran> running = CompletableFuture.supplyAsync(
                () -> dyno.type("client --broker null --rate 50 --message-count 100 queue://A"));
        while (Listing.of(place()).isEmpty() && !running.isDone()) {
            LockSupport.parkNanos(1_000_000);
        }
        Files.createDirectories(run().resolve(file).resolve("in-the-way"));
        Ran ran = running.get(30, TimeUnit.SECONDS).ended(Exit.FAILED);
        assertThat(ran.err()).hasLineCount(1).startsWith("dyno: " + run().resolve(file) + ": cannot be written: ");
        assertThat(ran.outLines()).contains(SENT);
        return ran;
    }

    private Path run() throws IOException {
        return Listing.only(place());
    }
}
