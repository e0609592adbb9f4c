package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kinds of traffic on a NATS server, each at a share of what it holds, which is searched for once. */
@Tag("nightly")
class SuiteOnNatsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private Path folder;

    @Test
    void oneSearchSizesAllKindsAndNatsSaysWhatItDoesNotOffer() throws IOException {
        Ran ran = BuiltDyno.run(Dyno.words(
                        "suite --broker nats --quick --only workload=one-queue --only workload=request-reply"
                                + " --only workload=rejected-messages --studies %s",
                        folder))
                .ended(Exit.GOOD);
        assertThat(ran.outLines())
                .anyMatch(line -> line.matches("one-queue +[0-9~].*"))
                .anyMatch(line -> line.matches("request-reply +[0-9~].*"))
                .anyMatch(line -> line.startsWith("rejected-messages ")
                        && line.contains("not offered by driver nats: no individual acknowledgement in core NATS"));
        List<Path> runs = Listing.of(Listing.only(folder).resolve("runs"));
        assertThat(runs)
                .hasSize(3)
                .filteredOn(run -> Files.exists(run.resolve("capacity.json")))
                .hasSize(1);
    }
}
