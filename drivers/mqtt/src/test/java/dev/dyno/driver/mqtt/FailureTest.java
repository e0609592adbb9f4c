package dev.dyno.driver.mqtt;

import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The broker dies, or takes the connection away. */
@Tag("broker")
class FailureTest {

    @ParameterizedTest
    @CsvSource({"3, 1, 200", "5, 0, 200", "5, 1, 200", "5, 1, 5", "5, 2, 200"})
    void aBrokerKilledInTheMidstOfSendsIsReportedOnceAndEverySendCompletes(String version, String qos, String inFlight)
            throws DriverException {
        try (RealBroker broker = RealBroker.start(Mosquitto.SPEC.withKnob("max-inflight", inFlight));
                TestClient tested = new TestClient(
                        TestClient.spec(broker.url("mqtt"), Map.of("mqtt.version", version, "mqtt.qos", qos)))) {
            assertThat(KilledBroker.isReportedOnceAndEverySendCompletes(tested, broker::pause, broker::kill))
                    .hasMessageStartingWith("connection failed: ");
        }
    }

    @Test
    void aConnectionWhoseClientIdIsTakenByAnotherIsReported() throws DriverException {
        try (RealBroker broker = Mosquitto.start();
                TestClient first =
                        new TestClient(TestClient.spec(broker.url("mqtt"), Map.of()), Optional.of("the-same"))) {
            first.produce(TestClient.producing("topic://t", SendMode.ASYNC));
            try (TestClient second =
                    new TestClient(TestClient.spec(broker.url("mqtt"), Map.of()), Optional.of("the-same"))) {
                first.await("the report", () -> !first.failures().isEmpty());
                assertThat(first.failures())
                        .singleElement()
                        .satisfies(failure -> assertSentence(failure, "connection failed: …"));
                assertThat(second.failures()).isEmpty();
            }
        }
    }
}
