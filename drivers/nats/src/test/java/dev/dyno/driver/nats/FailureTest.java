package dev.dyno.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Consumer;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.tck.Trial;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server dies. */
class FailureTest {

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void aServerKilledInTheMidstOfSendsIsReportedOnceAndEverySendCompletes(String jetStream, @TempDir Path folder)
            throws DriverException {
        try (NatsServer server = NatsServer.start(folder);
                Trial trial = new Trial(
                        new NatsDriver(), NatsServer.spec(server.url(), Map.of("nats.jetstream", jetStream)))) {
            Consumer consumer = trial.consume(Trial.listening("queue://q"));
            trial.connection().start();
            Producer producer = trial.produce(Trial.producing("queue://q", SendMode.ASYNC));
            for (int number = 0; number < 1_000; number++) {
                trial.send(producer, number);
            }
            trial.await("the first acknowledgement", () -> trial.acknowledged() > 0);
            server.kill();
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
                    .hasMessageStartingWith("connection failed: closed by the server");
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
    void aSynchronousSendAndAReceiveFailWithTheServer(@TempDir Path folder) throws DriverException {
        try (NatsServer server = NatsServer.start(folder);
                Trial trial =
                        new Trial(new NatsDriver(), NatsServer.spec(server.url(), Map.of("nats.jetstream", "true")))) {
            Producer producer = trial.produce(Trial.producing("queue://q", SendMode.SYNC));
            producer.send(Trial.body(1));
            server.kill();
            assertThatThrownBy(() -> producer.send(Trial.body(2)))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("cannot send to queue://q: ");
            trial.await("the report", () -> !trial.failures().isEmpty());
            assertThat(trial.failures()).hasSize(1);
        }
    }

    @Test
    void closingAnOpenConnectionIsNoFailure(@TempDir Path folder) throws DriverException {
        try (NatsServer server = NatsServer.start(folder)) {
            Trial trial = new Trial(new NatsDriver(), NatsServer.spec(server.url(), Map.of()));
            trial.consume(Trial.listening("queue://q"));
            trial.connection().start();
            trial.close();
            assertThat(trial.failures()).isEmpty();
        }
    }

    @Test
    void aMessageLargerThanTheServerAllowsIsRefusedInOneSentence(@TempDir Path folder) throws DriverException {
        try (NatsServer server = NatsServer.start(folder, "max_payload: 1000");
                Trial trial = new Trial(new NatsDriver(), NatsServer.spec(server.url(), Map.of()))) {
            Producer producer = trial.produce(Trial.producing("topic://t", SendMode.ASYNC));
            assertThatThrownBy(() -> producer.trySend(ByteBuffer.allocate(1_001), 0))
                    .isInstanceOf(DriverException.class)
                    .hasMessage("cannot send to topic://t: Message payload size exceed server configuration"
                            + " 1001 vs 1000");
            assertThat(trial.failures()).isEmpty();
        }
    }

    @Test
    void whatTheServerDoesNotPermitIsReported(@TempDir Path folder) throws DriverException {
        try (NatsServer server = NatsServer.start(
                        folder,
                        "authorization { users: [ { user: u, password: p, permissions: { publish: \"a\" } } ] }");
                Trial trial = new Trial(new NatsDriver(), NatsServer.spec(server.url(), "u", "p", Map.of()))) {
            Producer producer = trial.produce(Trial.producing("topic://b", SendMode.ASYNC));
            trial.send(producer, 1);
            trial.await("the report", () -> !trial.failures().isEmpty());
            assertThat(trial.failures().get(0))
                    .hasMessage("the server refused: Permissions Violation for Publish to \"b\"");
        }
    }
}
