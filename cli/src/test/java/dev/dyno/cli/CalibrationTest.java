package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.app.execute.Exit;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerLauncher.Availability;
import dev.dyno.broker.process.Recipes;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
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
    @SuppressWarnings("NullAway.Init") // By JUnit.
    private Path runs;

    @ParameterizedTest
    @CsvSource({
        "artemis, artemis",
        "artemis, amqp",
        "activemq, openwire",
        "rabbitmq, rabbitmq",
        "kafka, kafka",
        "nats, nats",
        "mosquitto, mqtt",
        "pulsar, pulsar"
    })
    void everyReportSaysWhatHasPassed(String broker, String driver) throws Exception {
        assumeTrue(
                new BrokerLauncher(HOME).availability(Recipes.in(HOME).find(broker)) != Availability.NOT_INSTALLED,
                "the program of the broker " + broker + " is not installed here");
        System.setProperty("dyno.home", HOME.toString());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = Main.execute(
                new PrintStream(out, true, UTF_8),
                new PrintStream(out, true, UTF_8),
                Map.of(),
                "selftest",
                "--calibrate",
                broker,
                "--driver",
                driver,
                "--runs",
                runs.toString());
        assertThat(status).describedAs(out.toString(UTF_8)).isEqualTo(Exit.GOOD);
        try (Stream<Path> stored = Files.list(runs)) {
            assertThat(stored.map(folder -> folder.resolve("given.json")).toList())
                    .hasSizeGreaterThanOrEqualTo(7)
                    .allSatisfy(given -> assertThat(Files.readString(given)).contains("--calibrate", broker, driver));
        }
        if (!broker.equals("nats")) {
            // The broker is there all along, whoever's connection breaks. Core NATS keeps nothing, and the library
            // acknowledges.
            assertThat(out.toString(UTF_8)).doesNotContainPattern("in doubt, [1-9][0-9,]* lost");
        }
    }
}
