package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs that are named in other ways, deleted, or not stored. */
class HistoryCleaningTest extends WithDyno {

    /** Runs it, and returns its folder. */
    private Path run(String name, String more) throws IOException {
        List<Path> before = runs();
        dyno.type("client --broker sim --message-count 10 --silent --name %s" + more, name)
                .ended(Exit.GOOD);
        List<Path> after = new ArrayList<>(runs());
        after.removeAll(before);
        return after.get(0);
    }

    private List<String> marked(String run) {
        return dyno.run("history", "mark", run, "retired").outLines();
    }

    @Test
    void aRunIsNamedFromTheEndByARangeAndByAnyOfItsFiles() throws IOException {
        Path a = run("a", "");
        Path b = run("b", "");
        Path c = run("c", "");

        assertThat(marked("last")).containsExactly(c.getFileName() + " is marked as retired");
        assertThat(marked("last~2")).containsExactly(a.getFileName() + " is marked as retired");
        assertThat(marked("last~2..last~1"))
                .containsExactly(a.getFileName() + " is marked as retired", b.getFileName() + " is marked as retired");
        assertThat(marked(b.resolve("report.html").toString()))
                .containsExactly(b.getFileName() + " is marked as retired");
        assertThat(marked(folder.relativize(b).toString())).isEmpty();
        // Two dots in a path are no range.
        assertThat(marked(b + "/../" + a.getFileName() + "/intervals.jsonl")).hasSize(1);
        assertThat(dyno.type("history mark last~3 retired").ended(Exit.FAILED).err())
                .contains("last~3: only 3 runs in " + place() + " have ended; the first of them is last~2.");
        assertThat(dyno.type("history mark last..last~2 retired")
                        .ended(Exit.FAILED)
                        .err())
                .contains("the earlier one first, like last~2..last.");
        dyno.type("compare --a last~2..last~1 --b last --figures rate --with-invalid")
                .ended(Exit.GOOD);
        assertThat(dyno.type("report last~1..last --html %s", folder.resolve("both.html"))
                        .err())
                .isEmpty();
    }

    @Test
    void rmDeletesRunsAndNothingElse() throws IOException {
        Path a = run("a", "");
        Path b = run("b", "");
        Path c = run("c", "");
        Path other = Files.createDirectories(place().resolve("other"));
        Files.createFile(other.resolve("text"));

        assertThat(dyno.type("history rm last~1..last").ended(Exit.GOOD).outLines())
                .containsExactly(b.getFileName() + " is deleted", c.getFileName() + " is deleted");
        assertThat(runs()).containsExactlyInAnyOrder(a, other);
        assertThat(dyno.type("history rm %s", other).ended(Exit.FAILED).err())
                .contains(other + ": is not the folder of a run, so it is not deleted.");
        dyno.type("history rm").ended(Exit.USAGE);
        assertThat(runs()).containsExactlyInAnyOrder(a, other);
    }

    @Test
    void tagsOfAStoredRunAreAddedChangedAndRemoved() throws IOException {
        Path a = run("a", " --tag commit=1 --tag branch=main");
        byte[] measured = Files.readAllBytes(a.resolve("run.json"));
        assertThat(dyno.run("history", "tag", "last", "commit=2", "text=x=y z", "branch=")
                        .ended(Exit.GOOD)
                        .outLines())
                .containsExactly(a.getFileName() + " has commit=2,text=x=y z");
        assertThat(a.resolve("run.json")).hasBinaryContent(measured);
        assertThat(dyno.type("history --tag commit=2").out()).contains("  a  ");
        assertThat(dyno.type("history --tag branch=main").out()).doesNotContain("  a  ");
        assertThat(dyno.type("history --json").out()).contains("commit=2,text=x=y z");
        assertThat(dyno.type("history prune --older 0s --keep-tagged --dry-run").out())
                .contains("1 kept for its tags");
        assertThat(dyno.type("history tag last commit= text=").out()).contains(" has no tags");
        dyno.type("history tag last 1=x y").refused("1=x; must be NAME=VALUE", "y; must be NAME=VALUE");
        dyno.type("history tag").refused("RUN: is missing", "NAME=VALUE: is missing");
    }

    @Test
    @SuppressWarnings("try") // The reporter only has its files open.
    void pruneDeletesOldRunsButNoTaggedOneAndNoneInProgress() throws IOException {
        Path tagged = run("tagged", " --tag release=1");
        Path a = run("a", "");
        Path writing = RunFolder.create(place(), Instant.EPOCH, "writing", "00000000000000aa");
        Path killed = RunFolder.create(place(), Instant.EPOCH, "killed", "00000000000000bb");
        RunFolder.reporter(killed).close();
        try (Reporter reporter = RunFolder.reporter(writing)) {
            assertThat(dyno.type("history rm %s", writing).ended(Exit.FAILED).err())
                    .contains(writing + ": this run is in progress.");
            assertThat(dyno.type("history prune --older 1h --dry-run").outLines())
                    .containsExactly(killed.getFileName().toString(), "1 run would be deleted");
            assertThat(dyno.type("history prune --older 0s --keep-tagged --dry-run")
                            .outLines())
                    .containsExactlyInAnyOrder(
                            a.getFileName().toString(),
                            killed.getFileName().toString(),
                            "2 runs would be deleted, 1 kept for its tags");
            assertThat(runs()).hasSize(4);
            assertThat(dyno.type("history prune --older 0s --keep-tagged")
                            .ended(Exit.GOOD)
                            .outLines())
                    .last()
                    .isEqualTo("2 runs deleted, 1 kept for its tags");
        }
        assertThat(runs()).containsExactlyInAnyOrder(tagged, writing);
        dyno.type("history prune").refused("--older: is missing; must be an age");
        dyno.type("history prune --older x").refused("--older: x; must be a time");
        dyno.type("history prune --older 30").refused("--older: 30; must be a time like 2d, 12h or 30m");
    }

    @Test
    void worstComesFirstWhereAsked() throws IOException {
        run("slow", " --rate 50");
        run("fast", " --rate 1000");
        assertThat(dyno.type("history --sort load-rate").outLines().get(1)).contains("  fast  ");
        assertThat(dyno.type("history --sort load-rate --worst").outLines().get(1))
                .contains("  slow  ");
        dyno.type("history --worst").refused("--worst: needs --sort");
        dyno.type("history --sort name --worst").refused("--sort: name; must be one of load-rate, p50, p99, lost.");
        dyno.type("history --sort web/p99 --worst")
                .refused("--sort: web/p99; must be one of load-rate, p50, p99, lost.");
    }

    /** The null driver has no such bodies, and says so when it opens its producers. */
    @Test
    void aRunWithoutAMessageIsNotKept() throws IOException {
        Path good = run("good", "");
        assertThat(dyno.type("client --broker null --priority 4 --duration 1")
                        .ended(Exit.FAILED)
                        .out())
                .contains("run-failed", "stored      nothing, because no message was sent or received");
        assertThat(runs()).containsExactly(good);
    }
}
