package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of traffic on the brokers that Dyno starts, for a moment and at a low rate. */
@Tag("nightly")
class SuiteOnBrokersTest {

    /** Kinds of which something happens later. */
    private static final Set<String> LONGER = Set.of("expired-messages", "reconnect-storm");

    @TempDir
    private Path folder = Path.of("");

    /** @param lacking kinds that the driver does not offer */
    @ParameterizedTest
    @CsvSource({
        "artemis, rejected-messages parallel-work",
        "kafka, rejected-messages parallel-work",
        "kafka --setup driver.kafka.group-type=share, fan-out transactions many-topics",
        "rabbitmq, ''"
    })
    void eachKindIsARowOfFiguresOrSaysWhyNot(String broker, String lacking) throws IOException {
        BuiltDyno.run(Dyno.words(
                        "suite --broker " + broker + " --quick --setup workload.producers[0].rate=100/s"
                                + " --setup workload.phases.warmup=0s --setup workload.phases.measure=2s --studies %s",
                        folder))
                .ended(Exit.GOOD);
        List<String> lines = Files.readAllLines(Listing.only(folder).resolve("table.csv"));
        List<String> head = List.of(lines.get(0).split(",", -1));
        List<String> without = List.of(lacking.split(" ", -1));
        assertThat(lines.subList(1, lines.size())).allSatisfy(line -> {
            List<String> row = List.of(line.split(",", -1));
            String kind = row.get(head.indexOf("workload"));
            if (without.contains(kind) || LONGER.contains(kind)) {
                assertThat(line).contains("not offered");
            } else {
                assertThat(row.get(head.indexOf("outcome"))).isEqualTo("ok");
                assertThat(Double.parseDouble(row.get(head.indexOf("lost")))).isZero();
            }
        });
    }

    /** Each at a share of what the server holds, which is searched for once. */
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
