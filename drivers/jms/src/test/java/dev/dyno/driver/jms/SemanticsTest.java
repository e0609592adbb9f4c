package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.TestClient.assertFacts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.ProducerSpecs;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
@Tag("broker")
class SemanticsTest extends OnArtemis {

    @ParameterizedTest
    @CsvSource({
        "CORE, '', ASYNC, false, BROKER",
        "CORE, '', SYNC, false, BROKER",
        "CORE, '', TRANSACTED, false, BROKER",
        "CORE, ?confirmationWindowSize=-1, ASYNC, true, CLIENT",
        "CORE, ?confirmationWindowSize=-1, SYNC, true, BROKER",
        "CORE, ?confirmationWindowSize=-1, TRANSACTED, true, BROKER",
        "CORE, ?confirmationWindowSize=1024, ASYNC, true, BROKER",
        "CORE, ?blockOnNonDurableSend=false, SYNC, false, CLIENT",
        "CORE, ?blockOnNonDurableSend=false, SYNC, true, BROKER",
        "CORE, ?blockOnDurableSend=false, SYNC, true, CLIENT",
        "AMQP, '', ASYNC, false, BROKER",
        "AMQP, '', SYNC, false, BROKER",
        "AMQP, ?jms.forceAsyncSend=true, SYNC, true, CLIENT",
        "AMQP, ?jms.forceAsyncSend=true, ASYNC, true, BROKER",
        "AMQP, ?jms.presettlePolicy.presettleAll=true, ASYNC, true, CLIENT",
        "AMQP, ?jms.presettlePolicy.presettleProducers=true, SYNC, true, CLIENT",
        "AMQP, ?jms.presettlePolicy.presettleQueueProducers=true, ASYNC, true, CLIENT",
        "AMQP, ?jms.presettlePolicy.presettleTopicProducers=true, ASYNC, true, BROKER",
    })
    void whoAcknowledgesDependsOnTheUrl(
            Provider provider, String query, SendMode mode, boolean persistent, AcknowledgedBy expected)
            throws Exception {
        try (TestClient link = new TestClient(provider.spec(provider.url(broker.port()) + query))) {
            ProducerSpec producer = Specs.producer("semantics", mode, persistent);
            assertThat(link.client().semantics(producer).acknowledgedBy()).isEqualTo(expected);
        }
    }

    /** Protocol 129 is Artemis 2.6; the driver sets a window of 1 byte for it unless the user gave one. */
    @ParameterizedTest
    @CsvSource({
        "129, tcp://h:1?confirmationWindowSize=1, ASYNC, BROKER, false",
        "129, tcp://h:1?confirmationWindowSize=65536, ASYNC, CLIENT, true",
        "129, tcp://h:1?confirmationWindowSize=65536, SYNC, BROKER, false",
        "130, tcp://h:1?confirmationWindowSize=65536, ASYNC, BROKER, false",
    })
    void aBrokerBefore2Point7ConfirmsPerWindow(
            int version, String url, SendMode mode, AcknowledgedBy expected, boolean noted) throws Exception {
        Semantics semantics = SemanticsCard.of(
                Specs.producer("semantics", mode, true),
                new Preset(Provider.CORE.spec("")),
                new ConnectionUrl(url),
                Optional.empty(),
                OptionalInt.of(version),
                false);
        assertThat(semantics.acknowledgedBy()).isEqualTo(expected);
        assertThat(semantics.facts().containsKey("confirmations")).isEqualTo(noted);
    }

    @ParameterizedTest
    @CsvSource({"tcp://h:1, true", "tcp://h:1?confirmationWindowSize=65536, false", "tcp://h:1?tcpNoDelay=true, true"})
    void aWindowThatTheUserGaveIsLeftAsItIs(String url, boolean ours) throws Exception {
        assertThat(new Preset(Provider.CORE.spec("")).isDefault(url, ArtemisCore.WINDOW))
                .isEqualTo(ours);
    }

    @Test
    void aPropertyCountsLikeAParameterOfTheUrl() throws Exception {
        try (TestClient link = new TestClient(Provider.CORE.spec(
                Provider.CORE.url(broker.port()), Map.of("confirmationWindowSize", "-1", "consumerWindowSize", "0")))) {
            Semantics semantics = link.client().semantics(Specs.producer("semantics", SendMode.ASYNC, true));
            assertThat(semantics.acknowledgedBy()).isEqualTo(AcknowledgedBy.CLIENT);
            assertThat(semantics.facts())
                    .containsEntry("confirmation window", "-1")
                    .containsEntry("consumer window", "0");
        }
    }

    @Test
    void theCardOfArtemisNamesVersionsAndWindows() throws Exception {
        try (TestClient link = Provider.CORE.open(broker)) {
            Map<String, String> facts = link.client()
                    .semantics(Specs.producer("semantics", SendMode.ASYNC, true))
                    .facts();
            assertThat(facts.get("client")).matches("ActiveMQ 2\\.\\d+\\.\\d+.*");
            assertFacts(
                    facts,
                    "broker=Artemis 2.37 or newer (core protocol 136); protocol=CORE; persistent=yes;"
                            + " send mode=async; confirmation window=65536; producer window=65536; consumer window=1048576");
        }
    }

    @Test
    void persistentMessagesToATopicAreKeptInDurableSubscriptions() throws Exception {
        try (TestClient link = Provider.CORE.open(broker)) {
            ProducerSpec topic = ProducerSpecs.plain(Destination.parse("topic://semantics"), SendMode.ASYNC, 100, true);
            assertThat(link.client().semantics(topic).facts())
                    .containsEntry(Semantics.PERSISTENT, Semantics.IN_DURABLE_SUBSCRIPTIONS);
        }
    }

    @Test
    void theCardOfQpidNamesClientAndPrefetch() throws Exception {
        try (TestClient link = new TestClient(
                Provider.AMQP.spec(Provider.AMQP.url(broker.port()), Map.of("jms.prefetchPolicy.all", "17")))) {
            Map<String, String> facts = link.client()
                    .semantics(Specs.producer("semantics", SendMode.SYNC, false))
                    .facts();
            assertThat(facts.get("client")).matches("QpidJMS \\d+\\.\\d+\\.\\d+.*");
            assertThat(facts)
                    .containsEntry("protocol", "AMQP 1.0")
                    .containsEntry("prefetch", "17")
                    .containsEntry("persistent", "no")
                    .containsEntry("send mode", "sync (waits for the completion)")
                    .doesNotContainKey("broker");
        }
    }
}
