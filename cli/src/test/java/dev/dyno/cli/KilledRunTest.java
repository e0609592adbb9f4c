package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run whose Dyno got SIGKILL, as its user looks at it afterwards. */
@Tag("slow")
class KilledRunTest extends WithDyno {

    @Test
    @Timeout(60)
    void itsSecondsAreInReportHistoryAndQuery() throws Exception {
        kill();
        Path run = Listing.only(place());
        // As if the kill had come within a write.
        Files.writeString(run.resolve("intervals.jsonl"), "{\"schemaVersion\":4,\"ind", StandardOpenOption.APPEND);

        Ran report = dyno.type("report %s --csv %s", run, folder.resolve("seconds.csv"))
                .ended(Exit.GOOD);
        assertThat(report.errLines())
                .singleElement()
                .asString()
                .startsWith("NOTE: " + run.getFileName() + ": the run has no end, because Dyno was killed")
                .contains("without a last line that was cut off");
        assertThat(folder.resolve("seconds.csv")).content().hasLineCount(intervals(run) + 1);
        dyno.run("report", run.toString()).ended(Exit.GOOD);
        assertThat(Pages.dataOf(run.resolve("report.html"))).contains("\"code\":\"partial\"");

        Ran history = dyno.run("history", "--runs", place().toString());
        assertThat(history.outLines().get(1)).contains("simulated", "INVALID (partial)");
        QueryCommandTest.installSqlite(folder);
        Ran query = dyno.type(
                "query --runs %s --csv 'SELECT reasons, success, sent > 100, end_to_end_count > 100 FROM runs'",
                place());
        assertThat(query.outLines()).as(query.err()).last().isEqualTo("partial,0,1,1");
    }

    private static int intervals(Path run) throws IOException {
        return (int) Files.readString(run.resolve("intervals.jsonl"))
                .chars()
                .filter(c -> c == '\n')
                .count();
    }

    /** Once three seconds have been shown. */
    private void kill() throws IOException, InterruptedException {
        Processes processes = new Processes(folder);
        processes.type("client", "client --broker sim --rate 500 --warmup 0 --runs %s queue://q", place());
        processes.awaitLine("client", "0:03 load.*");
        processes.end();
    }
}
