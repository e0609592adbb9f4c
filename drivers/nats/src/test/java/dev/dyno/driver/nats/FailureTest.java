package dev.dyno.driver.nats;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.TestClient;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server dies, or refuses something. */
@Tag("broker")
class FailureTest {

    private static final long START_NS = 10_000_000_000L;

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void aServerKilledInTheMidstOfSendsIsReportedOnceAndEverySendCompletes(String jetStream) throws DriverException {
        try (RealBroker server = RealBroker.start(BrokerSpec.of("nats"));
                TestClient tested =
                        new TestClient(TestClient.spec(server.url("nats"), Map.of("nats.jetstream", jetStream)))) {
            assertThat(KilledBroker.isReportedOnceAndEverySendCompletes(tested, server::pause, server::kill))
                    .hasMessageStartingWith("connection failed: closed by the server");
        }
    }

    /** The words of jnats say only that there was an error. */
    @Test
    void aServerAtItsLimitOfConnectionsIsNamed() throws DriverException {
        try (RealBroker server = RealBroker.start(BrokerSpec.of("nats").withKnob("max-connections", "1"));
                TestClient tested = openFirst(server.url("nats"))) {
            tested.connection().start();
            assertFails(() -> TestClient.open(server.url("nats")).connection(), "…maximum connections exceeded…");
        }
    }

    /** The server may count the connection by which its start was seen for a moment longer than that is open. */
    private static TestClient openFirst(String url) throws DriverException {
        for (long deadline = System.nanoTime() + START_NS; ; ) {
            try {
                return TestClient.open(url);
            } catch (DriverException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw e;
                }
            }
        }
    }

    @Test
    void aMessageLargerThanTheServerAllowsIsRefusedInOneSentence() throws DriverException {
        try (RealBroker server = RealBroker.start(BrokerSpec.of("nats").withKnob("max-payload", "1000"));
                TestClient tested = TestClient.open(server.url("nats"))) {
            Producer producer = tested.produce(TestClient.producing("topic://t", SendMode.ASYNC));
            assertFails(
                    () -> producer.trySend(ByteBuffer.allocate(1_001), 0),
                    "cannot send to topic://t: Message payload size exceed server configuration 1001 vs 1000");
            assertThat(tested.failures()).isEmpty();
        }
    }

    @Test
    void whatTheServerDoesNotPermitIsReported() throws DriverException {
        try (RealBroker server =
                        RealBroker.startOwn(BrokerSpec.of("nats-secured").withKnob("publish-only", "a"));
                TestClient tested = new TestClient(DriverFolder.ofThisModule()
                        .spec(server.url("nats"), Optional.of(new Credentials("dyno", "secret")), Map.of()))) {
            Producer producer = tested.produce(TestClient.producing("topic://b", SendMode.ASYNC));
            tested.send(producer, 1);
            tested.await("the report", () -> !tested.failures().isEmpty());
            assertSentence(tested.failures().get(0), "the server refused: Permissions Violation for Publish to \"b\"");
            assertThat(tested.failures()).hasOnlyElementsOfType(RefusedException.class);
        }
    }
}
