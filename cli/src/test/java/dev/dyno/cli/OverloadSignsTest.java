package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.report.store.CapacityFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Brokers with so little memory that the backlog of an overload is beyond it: 50 MB a second, of which 3 are received. */
@Tag("nightly")
class OverloadSignsTest extends OnManagedBroker {

    @ParameterizedTest
    @CsvSource({"artemis, global-max-size=200KiB, paging", "rabbitmq, vm-memory-high-watermark=200000000, memory alarm"
    })
    void whatAnOverloadDidToTheBrokerIsNamed(String broker, String knob, String sign, @TempDir Path folder)
            throws IOException {
        Path load = Files.writeString(folder.resolve("slow.yaml"), """
                producers: [{ to: queue://Q, rate: 5000/s, message: { size: 10KiB } }]
                consumers: [{ from: queue://Q, rate: 300/s }]
                """);
        Ran ran = type("capacity --broker " + broker + " --set " + knob + " --within 10s %s", load);
        assertThat(ran.out().replaceAll("\\s+", " "))
                .as(ran.err())
                .contains("note The broker's log: " + sign + ", first at ");
        assertThat(CapacityFile.read(Listing.only(runs))
                        .orElseThrow()
                        .capacity()
                        .steps())
                .anyMatch(step -> step.why().contains("the broker's log: " + sign));
    }
}
