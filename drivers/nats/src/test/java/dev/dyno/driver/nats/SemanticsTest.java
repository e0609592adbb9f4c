package dev.dyno.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SemanticsTest {

    private static Semantics semantics(SendMode mode, Map<String, String> settings) throws DriverException {
        return SemanticsCard.of(
                TestClient.producing("queue://q", mode),
                NatsSettings.ALL.read(settings),
                "nats-server 2.9.10",
                Optional.of("dyno"),
                new StreamFacts());
    }

    @Test
    void coreNatsAcknowledgesNothing() throws DriverException {
        Semantics semantics = semantics(SendMode.ASYNC, Map.of());
        assertThat(semantics.acknowledgedBy()).isEqualTo(AcknowledgedBy.CLIENT);
        assertThat(semantics.facts())
                .containsOnly(
                        Map.entry("client", "jnats 2.26.2"),
                        Map.entry("broker", "nats-server 2.9.10"),
                        Map.entry("cluster", "dyno"),
                        Map.entry("protocol", "NATS core"),
                        Map.entry("acknowledgement", "none"),
                        Map.entry("persistent", "no"),
                        Map.entry("send mode", "async"),
                        Map.entry("tls", "no"));
    }

    @Test
    void aSynchronousSendOnCoreNatsHearsOfTheServer() throws DriverException {
        Semantics semantics = semantics(SendMode.SYNC, Map.of());
        assertThat(semantics.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
        assertThat(semantics.facts()).containsEntry("acknowledgement", "the server's PONG after the message");
    }

    @Test
    void aStreamAcknowledgesEachMessage() throws DriverException {
        Semantics semantics = semantics(
                SendMode.ASYNC,
                Map.of("nats.jetstream", "true", "nats.stream.replicas", "3", "nats.ack-wait-seconds", "5"));
        assertThat(semantics.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
        assertThat(semantics.facts())
                .containsOnly(
                        Map.entry("client", "jnats 2.26.2"),
                        Map.entry("broker", "nats-server 2.9.10"),
                        Map.entry("cluster", "dyno"),
                        Map.entry("protocol", "JetStream"),
                        Map.entry("acknowledgement", "by the stream"),
                        Map.entry("stream storage", "file"),
                        Map.entry("stream replicas", "3"),
                        Map.entry("stream retention", "workqueue"),
                        Map.entry("consumers", "pull"),
                        Map.entry("prefetch", "500"),
                        Map.entry("max ack pending", "10000"),
                        Map.entry("ack wait", "5s"),
                        Map.entry("acks waited for", "no"),
                        Map.entry("send mode", "async"),
                        Map.entry("tls", "no"));
    }
}
