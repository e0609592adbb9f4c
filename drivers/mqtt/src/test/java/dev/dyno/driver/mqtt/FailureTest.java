package dev.dyno.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.tck.Trial;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The broker dies, or takes the connection away. */
class FailureTest {

    @ParameterizedTest
    @CsvSource({"3, 1", "5, 0", "5, 1", "5, 2"})
    void aBrokerKilledInTheMidstOfSendsIsReportedOnceAndEverySendCompletes(
            String version, String qos, @TempDir Path folder) throws DriverException {
        try (Mosquitto broker = Mosquitto.start(folder);
                Trial trial = new Trial(
                        new MqttDriver(),
                        Mosquitto.spec(broker.url(), Map.of("mqtt.version", version, "mqtt.qos", qos)))) {
            Consumer consumer = trial.consume(Trial.listening("queue://q"));
            trial.connection().start();
            Producer producer = trial.produce(Trial.producing("queue://q", SendMode.ASYNC));
            for (int number = 0; number < 1_000; number++) {
                trial.send(producer, number);
            }
            trial.await("the first acknowledgement", () -> trial.acknowledged() > 0);
            broker.kill();
            int accepted = 1_000 + sendUntilRefused(trial, producer);
            trial.await("the report", () -> !trial.failures().isEmpty());
            trial.await(
                    "all completions",
                    () -> trial.acknowledged() + trial.failedSends().size() == accepted);
            assertThatThrownBy(() -> producer.trySend(Trial.body(1), 0)).isInstanceOf(DriverException.class);
            consumer.close();
            trial.connection().close();
            assertThat(trial.acknowledged() + trial.failedSends().size()).isEqualTo(accepted);
            assertThat(trial.failures()).hasSize(1);
            assertThat(trial.failures().get(0))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("connection failed: ");
        }
    }

    /** Goes on sending while the connection dies; the number of messages that were accepted. */
    private static int sendUntilRefused(Trial trial, Producer producer) {
        int[] accepted = {0};
        trial.await("a refused send", () -> {
            try {
                accepted[0] += producer.trySend(Trial.body(7), 1_000 + accepted[0]) ? 1 : 0;
                return false;
            } catch (DriverException e) {
                return true;
            }
        });
        return accepted[0];
    }

    @Test
    void aSynchronousSendFailsWithTheBroker(@TempDir Path folder) throws DriverException {
        try (Mosquitto broker = Mosquitto.start(folder);
                Trial trial = new Trial(new MqttDriver(), Mosquitto.spec(broker.url(), Map.of()))) {
            Producer producer = trial.produce(Trial.producing("queue://q", SendMode.SYNC));
            producer.send(Trial.body(1));
            broker.kill();
            assertThatThrownBy(() -> producer.send(Trial.body(2))).isInstanceOf(DriverException.class);
            trial.await("the report", () -> !trial.failures().isEmpty());
            assertThat(trial.failures()).hasSize(1);
        }
    }

    @Test
    void aConnectionWhoseClientIdIsTakenByAnotherIsReported(@TempDir Path folder) throws DriverException {
        try (Mosquitto broker = Mosquitto.start(folder);
                Trial first =
                        new Trial(new MqttDriver(), Mosquitto.spec(broker.url(), Map.of()), Optional.of("the-same"))) {
            first.produce(Trial.producing("topic://t", SendMode.ASYNC));
            try (Trial second =
                    new Trial(new MqttDriver(), Mosquitto.spec(broker.url(), Map.of()), Optional.of("the-same"))) {
                first.await("the report", () -> !first.failures().isEmpty());
                assertThat(first.failures()).hasSize(1);
                assertThat(first.failures().get(0)).hasMessageStartingWith("connection failed: ");
                assertThat(second.failures()).isEmpty();
            }
        }
    }

    @Test
    void closingAnOpenConnectionIsNoFailure(@TempDir Path folder) throws DriverException {
        try (Mosquitto broker = Mosquitto.start(folder)) {
            Trial trial = new Trial(new MqttDriver(), Mosquitto.spec(broker.url(), Map.of()));
            trial.consume(Trial.listening("queue://q"));
            trial.produce(Trial.producing("queue://q", SendMode.ASYNC));
            trial.connection().start();
            trial.close();
            assertThat(trial.failures()).isEmpty();
        }
    }
}
