package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.app.execute.Exit;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerLauncher.Availability;
import dev.dyno.broker.process.Recipes;
import dev.dyno.cli.Dyno.Ran;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On every real broker, with each driver, what Dyno reports is what has passed on the wire: docs/calibration.md has the tables. */
@Tag("broker")
@Tag("nightly")
class CalibrationTest {

    private static final Path HOME =
            Path.of("..", "target", "dyno").toAbsolutePath().normalize();

    @TempDir
    private Path runs = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "artemis, artemis", "artemis, amqp", "activemq, openwire", "rabbitmq, rabbitmq",
        "kafka, kafka", "nats, nats", "mosquitto, mqtt", "pulsar, pulsar"
    })
    void everyReportSaysWhatHasPassed(String broker, String driver) throws Exception {
        assumeTrue(
                new BrokerLauncher(HOME).availability(Recipes.in(HOME).find(broker)) != Availability.NOT_INSTALLED,
                "the program of the broker " + broker + " is not installed here");
        Ran ran = BuiltDyno.type("selftest --calibrate %s --driver %s --runs %s", broker, driver, runs)
                .ended(Exit.GOOD);
        assertThat(Listing.of(runs))
                .extracting(folder -> folder.resolve("given.json"))
                .hasSizeGreaterThanOrEqualTo(7)
                .allSatisfy(given -> assertThat(Files.readString(given)).contains("--calibrate", broker, driver));
        if (!broker.equals("nats")) {
            // The broker is there all along, whoever's connection breaks. Core NATS keeps nothing, and the library
            // acknowledges.
            assertThat(ran.out() + ran.err()).doesNotContainPattern("in doubt, [1-9][0-9,]* lost");
        }
    }
}
