package dev.dyno.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
        assertThat(new TreeMap<>(semantics.facts()))
                .hasToString("{acknowledgement=none, broker=nats-server 2.9.10, client=jnats 2.26.2, cluster=dyno,"
                        + " persistent=no, protocol=NATS core, send mode=async, tls=no}");
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
        assertThat(new TreeMap<>(semantics.facts()))
                .hasToString(
                        "{ack wait=5s, acknowledgement=by the stream, acks waited for=no, broker=nats-server 2.9.10,"
                                + " client=jnats 2.26.2, cluster=dyno, consumers=pull, max ack pending=10000, prefetch=500,"
                                + " protocol=JetStream, send mode=async, stream replicas=3, stream retention=workqueue,"
                                + " stream storage=file, tls=no}");
    }
}
