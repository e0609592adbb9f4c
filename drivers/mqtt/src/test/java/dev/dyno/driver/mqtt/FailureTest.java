package dev.dyno.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.Trial;
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
    @CsvSource({"3, 1", "5, 0", "5, 1", "5, 2"})
    void aBrokerKilledInTheMidstOfSendsIsReportedOnceAndEverySendCompletes(String version, String qos)
            throws DriverException {
        try (RealBroker broker = Mosquitto.start();
                Trial trial = new Trial(
                        new MqttDriver(),
                        Trial.spec(broker.url("mqtt"), Map.of("mqtt.version", version, "mqtt.qos", qos)))) {
            assertThat(KilledBroker.isReportedOnceAndEverySendCompletes(trial, broker::kill))
                    .hasMessageStartingWith("connection failed: ");
        }
    }

    @Test
    void aSynchronousSendFailsWithTheBroker() throws DriverException {
        try (RealBroker broker = Mosquitto.start();
                Trial trial = new Trial(new MqttDriver(), Trial.spec(broker.url("mqtt"), Map.of()))) {
            Producer producer = trial.produce(Trial.producing("queue://q", SendMode.SYNC));
            producer.send(Trial.body(1));
            broker.kill();
            assertThatThrownBy(() -> producer.send(Trial.body(2))).isInstanceOf(DriverException.class);
            trial.await("the report", () -> !trial.failures().isEmpty());
            assertThat(trial.failures()).hasSize(1);
        }
    }

    @Test
    void aConnectionWhoseClientIdIsTakenByAnotherIsReported() throws DriverException {
        try (RealBroker broker = Mosquitto.start();
                Trial first = new Trial(
                        new MqttDriver(), Trial.spec(broker.url("mqtt"), Map.of()), Optional.of("the-same"))) {
            first.produce(Trial.producing("topic://t", SendMode.ASYNC));
            try (Trial second =
                    new Trial(new MqttDriver(), Trial.spec(broker.url("mqtt"), Map.of()), Optional.of("the-same"))) {
                first.await("the report", () -> !first.failures().isEmpty());
                assertThat(first.failures()).hasSize(1);
                assertThat(first.failures().get(0)).hasMessageStartingWith("connection failed: ");
                assertThat(second.failures()).isEmpty();
            }
        }
    }

    @Test
    void closingAnOpenConnectionIsNoFailure() throws DriverException {
        try (RealBroker broker = Mosquitto.start()) {
            Trial trial = new Trial(new MqttDriver(), Trial.spec(broker.url("mqtt"), Map.of()));
            trial.consume(Trial.listening("queue://q"));
            trial.produce(Trial.producing("queue://q", SendMode.ASYNC));
            trial.connection().start();
            trial.close();
            assertThat(trial.failures()).isEmpty();
        }
    }
}
