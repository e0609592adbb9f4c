package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.report.store.CapacityFile;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Brokers with so little memory that the backlog of an overload is beyond it. */
@Tag("nightly")
class OverloadSignsTest extends OnManagedBroker {

    @ParameterizedTest
    @CsvSource({"artemis, global-max-size=200KiB, paging", "rabbitmq, vm-memory-high-watermark=120000000, memory alarm"
    })
    void whatAnOverloadDidToTheBrokerIsNamed(String broker, String knob, String sign) throws IOException {
        Ran ran = type("capacity --broker " + broker + " --set " + knob + " --within 10s queue://Q");
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
