package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of traffic on the brokers that Dyno starts, for a moment and at a low rate. */
@Tag("nightly")
class SuiteOnBrokersTest {

    /** Kinds of which something happens later. */
    private static final Set<String> LONGER = Set.of("expired-messages", "reconnect-storm");

    @TempDir
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private Path folder;

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
}
