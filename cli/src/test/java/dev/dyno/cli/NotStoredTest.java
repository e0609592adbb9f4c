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
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An output that cannot be written sets the exit status, and costs the console none of its numbers. */
@Timeout(60)
class NotStoredTest extends WithDyno {

    private static final String SENT = "ledger      100 delivered, 0 lost, 0 duplicate, 0 reordered";
    private static final String NO_ROOM =
            ": cannot be written: No space left on device. Make room or choose another place.";
    private static final String NOT_AFFECTED =
            " This report is incomplete; the run and its other reports are not affected.";

    /** Nobody can know of this name before it is tried. */
    @Test
    void placeThatCannotBeMadeIsSaidBeforeTheLoadWhichContinues() {
        Path place = place().resolve("x".repeat(300));
        Ran ran = dyno.type("client --broker null --message-count 100 --runs %s queue://A", place)
                .ended(Exit.FAILED);
        assertThat(ran.errLines())
                .containsExactly("dyno: the stored run could not be written: " + place
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

    /** It takes everything that is opened for it, and nothing that is written. */
    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(strings = {"--json", "--hdr", "--csv"})
    void fileThatTakesNothingCostsNoNumbersButTheExitStatus(String option) throws IOException {
        Ran ran = dyno.type("client --broker null --message-count 100 --warmup 0 %s /dev/full queue://A", option)
                .ended(Exit.FAILED);
        assertThat(ran.errLines()).containsExactly("dyno: /dev/full" + NO_ROOM + NOT_AFFECTED);
        assertThat(ran.outLines()).contains(SENT).anySatisfy(line -> assertThat(line)
                .startsWith("report "));
    }

    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(strings = {"--html", "--csv", "--omb-json", "--junit"})
    void reportThatCannotBeWrittenIsOneSentence(String option) {
        dyno.run("client", "--broker", "null", "--message-count", "100", "--silent", "queue://A")
                .ended(Exit.GOOD);
        Ran ran = dyno.run("report", option, "/dev/full").ended(Exit.FAILED);
        assertThat(ran.errLines()).containsExactly("dyno report: /dev/full" + NO_ROOM);
        assertThat(ran.out()).isEmpty();
        assertThat(Path.of("/dev/full")).exists();
        assertThat(Files.isRegularFile(Path.of("/dev/full"))).isFalse();
        assertThat(Path.of("/dev/full.tmp")).doesNotExist();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void fullDiskIsSaidBeforeTheLoad() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder, 1)) {
            disk.fill();
            Path runs = disk.place().resolve("runs");
            Path file = disk.place().resolve("a.json");
            Ran ran = dyno.type("client --broker null --message-count 100 --runs %s --json %s queue://A", runs, file)
                    .ended(Exit.USAGE);
            assertThat(ran.out()).isEmpty();
            assertThat(ran.errLines())
                    .startsWith(
                            "dyno client: --runs: " + runs
                                    + ": only 0.0 MiB are free there; 64 MiB or more are needed. Make room or choose another"
                                    + " folder for the runs.",
                            "dyno client: --json: " + file
                                    + ": only 0.0 MiB are free there; 1 MiB or more are needed. Make room or choose another"
                                    + " place.");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void diskThatIsFilledDuringTheLoadCostsTheStoredRunAndNoNumbers() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder, 66)) {
            Path runs = Files.createDirectory(disk.place().resolve("runs"));
            CompletableFuture<Ran> running = filledWhenThereIs("begun.json", disk, runs);
            Ran ran = running.get(30, TimeUnit.SECONDS);
            Path run = Listing.of(runs).get(0);
            assertThat(ran.errLines()).hasSize(2).allSatisfy(line -> assertThat(line)
                    .startsWith("dyno: " + run)
                    .endsWith(NO_ROOM + NOT_AFFECTED));
            assertThat(ran.outLines())
                    .contains(SENT)
                    .endsWith(
                            "NOT STORED: this run is partial; dyno history shows the seconds that are in " + run + ".");
            assertThat(dyno.run("history", "--runs", runs.toString()).out()).contains("partial");
            assertThat(ran.status()).isEqualTo(Exit.FAILED);
            assertThat(run.resolve("report.html.tmp")).doesNotExist();
        }
    }

    /** Its folder is there, and nothing in it that can be read, unless the load was quicker. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void diskThatIsFilledBeforeTheLoadLeavesNothingThatTheHistoryIsSaidToShow() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder, 66)) {
            Path runs = Files.createDirectory(disk.place().resolve("runs"));
            Ran ran = filledWhenThereIs("given.json", disk, runs).get(30, TimeUnit.SECONDS);
            boolean isShown =
                    dyno.run("history", "--runs", runs.toString()).out().contains("partial");
            assertThat(ran.out().contains("dyno history shows the seconds that are in "))
                    .isEqualTo(isShown);
            assertThat(ran.status()).isEqualTo(Exit.FAILED);
        }
    }

    private CompletableFuture<Ran> filledWhenThereIs(String file, SmallDisk disk, Path runs) throws IOException {
        CompletableFuture<Ran> running = CompletableFuture.supplyAsync(
                () -> dyno.type("client --broker null --rate 50 --message-count 100 --runs %s queue://A", runs));
        while (Listing.of(runs).stream().noneMatch(run -> Files.exists(run.resolve(file))) && !running.isDone()) {
            LockSupport.parkNanos(1_000_000);
        }
        disk.fill();
        return running;
    }
}
