package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A misspelt host, the most common mistake, is one sentence with that host in it, and no trace of a client library. */
@Tag("broker")
class UnknownHostTest extends WithProcesses {

    @ParameterizedTest
    @CsvSource("artemis, tcp://no-host.invalid:61616, queue://T")
    void isOneSentence(String driver, String url, String destination, @TempDir Path runs) throws Exception {
        processes.type("client", "client --driver %s --url %s --runs %s " + destination, driver, url, runs);
        int status = processes.awaitEnd("client", processes.last(), 90);
        String said = processes.said("client");
        assertThat(status).as(said).isEqualTo(Exit.FAILED);
        assertThat(said.replaceAll("\\s+", " "))
                .contains("run-failed: the run failed: cannot connect to ")
                .containsPattern("cannot connect to \\S*no-host.invalid:\\d+: ")
                .contains("stored nothing, because no message was sent or received")
                .doesNotContain(" at java", "ERROR ", "WARN ", "closed by the server");
        assertThat(runs).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "amqp, amqp://no-host.invalid:5672, queue://T",
        "openwire, tcp://no-host.invalid:61616, queue://T",
        "kafka, kafka://no-host.invalid:9092, topic://T",
        "pulsar, pulsar://no-host.invalid:6650, topic://T",
        "rabbitmq, amqp://no-host.invalid:5672, queue://T",
        "nats, nats://no-host.invalid:4222, topic://T",
        "jetstream, nats://no-host.invalid:4222, topic://T",
        "mqtt, mqtt://no-host.invalid:1883, topic://T",
    })
    @Tag("nightly")
    void soItIsWithOtherDrivers(String driver, String url, String destination, @TempDir Path runs) throws Exception {
        isOneSentence(driver, url, destination, runs);
    }
}
