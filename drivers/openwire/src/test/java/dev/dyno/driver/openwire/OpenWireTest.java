package dev.dyno.driver.openwire;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.driver.tck.TestClient.assertFacts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.broker.process.real.SharedBroker;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.KilledBroker;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
@Tag("broker")
class OpenWireTest {

    @RegisterExtension
    private static final SharedBroker BROKER = new SharedBroker(OpenWireContractTest.BROKER, "openwire");

    private static ProducerSpec producer(SendMode mode, boolean persistent) {
        return ProducerSpecs.plain(Destination.parse("queue://q"), mode, 10, persistent);
    }

    private TestClient open(String query, Map<String, String> properties) throws DriverException {
        return new TestClient(TestClient.spec(BROKER.url() + query, properties));
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
        try (TestClient client = open(query, Map.of())) {
            assertThat(client.client().semantics(producer(mode, persistent)).acknowledgedBy())
                    .isEqualTo(expected);
        }
    }

    @Test
    void aPropertyIsThatParameterOfTheUrl() throws Exception {
        try (TestClient client = open("", Map.of("useAsyncSend", "true", "jms.prefetchPolicy.all", "17"))) {
            Semantics card = client.client().semantics(producer(SendMode.SYNC, true));
            assertThat(card.acknowledgedBy()).isEqualTo(AcknowledgedBy.CLIENT);
            assertFacts(
                    card.facts(),
                    "client=ActiveMQ 6.3.1; protocol=OpenWire; asynchronous sends=true; prefetch=17;"
                            + " producer window=0; compression=false");
        }
    }

    @Test
    void anUnknownPropertyIsRefusedInTheLibrarysWords() {
        assertFails(() -> open("", Map.of("prefetchSize", "17")), "…prefetchSize=17…");
    }

    @Test
    void aBrokerThatIsKilledFailsWhatIsUnderWayAndIsReportedOnce() throws Exception {
        try (RealBroker own = RealBroker.start(OpenWireContractTest.BROKER);
                TestClient tested = TestClient.open(own.url("openwire"))) {
            KilledBroker.isReportedOnceAndEverySendCompletes(tested, () -> {}, own::kill);
        }
    }
}
