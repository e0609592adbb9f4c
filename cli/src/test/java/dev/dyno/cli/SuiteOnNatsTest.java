package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
        long beganNs = System.nanoTime();
        Ran ran = BuiltDyno.run(Dyno.words(
                        "suite --broker nats --quick --only workload=one-queue --only workload=request-reply"
                                + " --only workload=rejected-messages --only workload=reconnect-storm"
                                + " --setup workload.phases.warmup=2s --setup workload.phases.measure=13s --studies %s",
                        folder))
                .ended(Exit.GOOD);
        // Four of 16 s, two brokers of 7 s, and the longest search.
        assertThat(ran.outLines().get(0)).startsWith("Study suite, quick size: 4 trials, about 4 min, in ");
        assertThat(Duration.ofNanos(System.nanoTime() - beganNs)).isLessThan(Duration.ofMinutes(4));
        assertThat(ran.outLines())
                .anyMatch(line -> line.matches("reconnect-storm +[0-9~].*"))
                .anyMatch(line -> line.matches("one-queue +[0-9~].*"))
                .anyMatch(line -> line.matches("request-reply +[0-9~].*"))
                .anyMatch(line -> line.startsWith("rejected-messages ")
                        && line.contains("not offered by driver nats: no individual acknowledgement in core NATS"));
        List<Path> runs = Listing.of(Listing.only(folder).resolve("runs"));
        assertThat(runs)
                .hasSize(4)
                .filteredOn(run -> Files.exists(run.resolve("capacity.json")))
                .hasSize(1);
    }
}
