package dev.dyno.driver.nats;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.driver.Destination.Kind;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.tck.SettingsContract;
import dev.dyno.driver.tck.TestClient;
import io.nats.client.Options;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest extends SettingsContract {

    @Override
    protected void read(String url, Map<String, String> settings) throws DriverException {
        new NatsDriver().open(TestClient.spec(url, settings)).close();
    }

    @Override
    protected Stream<Refusal> refusals() {
        return Stream.concat(settings("nats://h", """
            nats.stream=x | nats.stream: unknown setting of the NATS driver; must be one of nats.jetstream, nats.queue-group, nats.stream.storage, nats.stream.replicas, nats.stream.topic-retention, nats.stream.max-messages, nats.stream.max-bytes, nats.stream.discard, nats.consumer, nats.prefetch, nats.max-ack-pending, nats.ack-wait-seconds, nats.ack-sync, nats.publish-timeout-seconds, tls.trust, tls.certificate, tls.key, tls.verify-host.
            nats.jetsteam=x | nats.jetsteam: unknown setting of the NATS driver; did you mean nats.jetstream?
            io.nats.client.maxping=x | io.nats.client.maxping: unknown setting of the NATS driver; did you mean io.nats.client.maxpings?
            something=x | something: unknown setting of the NATS driver; dyno driver show lists them.
            nats.jetstream=yes | nats.jetstream: yes; must be true or false.
            nats.stream.storage=disk | nats.stream.storage: disk; must be one of file, memory.
            nats.stream.topic-retention=workqueue | nats.stream.topic-retention: workqueue; must be one of interest, limits.
            nats.stream.replicas=6 | nats.stream.replicas: 6; must be a whole number from 1 to 5.
            nats.prefetch=many | nats.prefetch: many; must be a whole number from 1 to 1000000.
            nats.queue-group=a.b | nats.queue-group: a.b; must be a name without spaces, dots, *, > and slashes.
            """), urls("cannot use %s: …", "nats://a b"));
    }

    @Test
    void whatIsNoSettingOfOursGoesToTheClientLibrary() throws DriverException {
        SettingValues settings = NatsSettings.ALL.read(
                Map.of(Options.PROP_MAX_PINGS, "7", "nats.prefetch", "9", "tls.verify-host", "false"));
        assertThat(settings.of(NatsSettings.CLIENT)).containsExactly(Map.entry(Options.PROP_MAX_PINGS, "7"));
        assertThat(settings.get(NatsSettings.PREFETCH)).isEqualTo(9);
        assertThat(settings.usesTls()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a.*", "a.>", ".a", "a.", "a..b"})
    void aNameThatIsNoSubjectIsRefused(String name) {
        assertFails(
                () -> Names.subject(new Destination(Kind.TOPIC, name)),
                "topic://" + name + ": not a subject of NATS; must be words without spaces, * and >, joined by dots");
    }

    @Test
    void aStreamIsNamedAfterItsSubject() throws DriverException {
        assertThat(Names.subject(new Destination(Kind.QUEUE, "orders.new"))).isEqualTo("orders.new");
        assertThat(Names.plain("orders.new")).isEqualTo("orders_new");
    }

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
