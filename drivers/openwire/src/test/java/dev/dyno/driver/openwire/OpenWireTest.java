package dev.dyno.driver.openwire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.Client;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.driver.tck.DriverFolder;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
@Tag("broker")
class OpenWireTest {

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static RealBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = RealBroker.start(OpenWireContractTest.BROKER);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static ProducerSpec producer(SendMode mode, boolean persistent) {
        return ProducerSpecs.plain(Destination.parse("queue://q"), mode, 10, persistent);
    }

    private Client open(String query, Map<String, String> properties) throws DriverException {
        return new JmsDriver()
                .open(DriverFolder.ofThisModule().spec(broker.url("openwire") + query, Optional.empty(), properties));
    }

    @ParameterizedTest
    @CsvSource({
        "'', ASYNC, true, BROKER",
        "'', ASYNC, false, BROKER",
        "'', SYNC, true, BROKER",
        "'', SYNC, false, BROKER",
        "'', TRANSACTED, false, BROKER",
        "?jms.useAsyncSend=true, ASYNC, true, BROKER",
        "?jms.useAsyncSend=true, SYNC, true, CLIENT",
        "?jms.useAsyncSend=true, SYNC, false, BROKER",
        "?jms.useAsyncSend=true, TRANSACTED, true, BROKER",
    })
    void whoAcknowledgesDependsOnTheUrl(String query, SendMode mode, boolean persistent, AcknowledgedBy expected)
            throws Exception {
        try (Client client = open(query, Map.of())) {
            assertThat(client.semantics(producer(mode, persistent)).acknowledgedBy())
                    .isEqualTo(expected);
        }
    }

    @Test
    void aPropertyIsThatParameterOfTheUrl() throws Exception {
        try (Client client = open("", Map.of("useAsyncSend", "true", "jms.prefetchPolicy.all", "17"))) {
            client.connect(new ConnectionSpec(Optional.empty(), failure -> {})).close();
            Semantics card = client.semantics(producer(SendMode.SYNC, true));
            assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.CLIENT);
            assertThat(card.facts())
                    .containsEntry("client", "ActiveMQ 6.3.1")
                    .containsEntry("protocol", "OpenWire")
                    .containsEntry("asynchronous sends", "true")
                    .containsEntry("prefetch", "17")
                    .containsEntry("producer window", "0")
                    .containsEntry("compression", "false");
        }
    }

    @Test
    void anUnknownPropertyIsRefusedInTheLibrarysWords() {
        assertThatThrownBy(() -> open("", Map.of("prefetchSize", "17")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("prefetchSize=17")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aBrokerThatIsKilledFailsWhatIsUnderWayAndIsReportedOnce() throws Exception {
        try (RealBroker own = RealBroker.start(OpenWireContractTest.BROKER);
                TestClient tested = new TestClient(
                        new JmsDriver(), DriverFolder.ofThisModule().spec(own.url("openwire")))) {
            KilledBroker.isReportedOnceAndEverySendCompletes(tested, () -> {}, own::kill);
        }
    }
}
