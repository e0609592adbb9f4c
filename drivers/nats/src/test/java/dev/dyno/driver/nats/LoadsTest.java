package dev.dyno.driver.nats;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.SharedBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.LeavingConsumer;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FindingText;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loads on a server, which another client looks at. */
@Tag("broker")
@SuppressWarnings("try") // The library's close may be interrupted.
class LoadsTest {

    private static final Pattern CONNECTIONS = Pattern.compile("\"connections\": *(\\d+)");
    private static final int MESSAGES = 1_000;
    private static final int BYTES = 200;

    @RegisterExtension
    private static final SharedBroker SERVER =
            new SharedBroker(BrokerSpec.of("nats").withKnob("monitoring", "true"), "nats");

    private static ClientSpec core() {
        return SERVER.spec(Map.of());
    }

    private static ClientSpec jetStream() {
        return SERVER.spec(Map.of("nats.jetstream", "true"));
    }

    @Test
    void theServerHasAConnectionForEachMessageUntilTheEnd() throws Exception {
        RunResult result =
                Loads.runUntilAsked(core(), """
                producers: { to: "topic://none", count: 4, rate: 100/s, messages: 80, connect-only: true }
                phases: { measure: until stopped }
                """, unused -> Loads.awaitConnections(LoadsTest::connections, 80));
        assertCounts(result, "acknowledged 80, response 80");
        assertThat(connections()).isZero();
    }

    private static int connections() throws IOException {
        URI page = URI.create(SERVER.get().broker().pages().get("monitoring") + "/varz");
        try (InputStream answer = page.toURL().openStream()) {
            Matcher found = CONNECTIONS.matcher(new String(answer.readAllBytes(), StandardCharsets.UTF_8));
            assertThat(found.find()).isTrue();
            return Integer.parseInt(found.group(1));
        }
    }

    @Test
    void aStreamOfAnotherApplicationIsReadFromItsFirstMessageWithTheTimesOfTheBroker() throws Exception {
        try (Connection connection = Nats.connect(SERVER.url())) {
            connection
                    .jetStreamManagement()
                    .addStream(StreamConfiguration.builder()
                            .name("weather")
                            .subjects("weather.>")
                            .build());
            JetStream stream = connection.jetStream();
            for (int i = 0; i < MESSAGES; i++) {
                stream.publish("weather.rome", new byte[BYTES]);
            }
        }
        Loads.assertForeign(
                Loads.receive(jetStream(), Destination.parse("topic://weather.rome"), MESSAGES),
                MESSAGES,
                BYTES,
                Optional.of("the time of the message in its stream, set by the broker"));
    }

    /** A file of the OpenMessaging Benchmark. */
    @Test
    void streamsKeepTheirMessagesAndDurableConsumersArePushedThem() {
        Loads.omb(jetStream(), """
                driverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver
                natsHostUrl: localhost:4222
                replicationFactor: 1
                maxBytes: 100000000
                """, Loads.ombWorkload(1), LoadsTest::assertAsOmbSays);
    }

    private static void assertAsOmbSays(String topic) throws Exception {
        assertThat(topic).matches("Nats-benchmark-0000000-[A-Za-z0-9_-]{7}");
        try (Connection connection = Nats.connect(SERVER.url())) {
            JetStreamManagement management = connection.jetStreamManagement();
            StreamConfiguration stream = management.getStreamInfo(topic).getConfiguration();
            assertThat(stream.getRetentionPolicy()).isEqualTo(RetentionPolicy.Limits);
            assertThat(stream.getStorageType()).isEqualTo(StorageType.File);
            assertThat(stream.getMaxBytes()).isEqualTo(100_000_000);
            assertThat(stream.getDiscardPolicy()).isEqualTo(DiscardPolicy.Old);
            List<String> names = management.getConsumerNames(topic);
            assertThat(names).hasSize(2);
            for (String name : names) {
                ConsumerConfiguration consumer =
                        management.getConsumerInfo(topic, name).getConsumerConfiguration();
                assertThat(consumer.getDurable()).isEqualTo(name);
                assertThat(consumer.getDeliverSubject()).isNotEmpty();
                assertThat(consumer.getDeliverGroup()).isNotEmpty();
                assertThat(consumer.getMaxAckPending()).isEqualTo(1_000);
            }
        }
    }

    /** Core NATS sends each message once. */
    @Test
    void whatHasArrivedAtAConsumerThatLeavesIsDelivered() throws DriverException {
        try (TestClient leaving = new TestClient(core());
                TestClient staying = new TestClient(core());
                TestClient sending = new TestClient(core())) {
            LeavingConsumer.takesWhatHasArrived(leaving, staying, sending);
        }
    }

    /**
     * The library keeps 64 MiB of 80 MB for a consumer that takes one message in 2 s, and drops the others. They come no faster than
     * a slow machine reads them, because the server, too, holds 64 MiB for a connection.
     */
    @Test
    void whatTheClientLibraryDropsAndWhatWaitsInItIsNamedByNumber() {
        RunResult result = Loads.run(core(), """
                producers: { to: queue://SLOW, rate: 25/s, messages: 80, max-pending: 4, message: { size: 1000000 } }
                consumers: { from: queue://SLOW, think-time: 2s }
                phases: { measure: until stopped, drain: 500ms }
                """);
        long lost = result.ledger().lost();
        long left = result.ledger().inBroker();
        assertThat(left).isBetween(64L, 69L);
        assertThat(lost).isEqualTo(80 - left - result.ledger().delivered());
        assertThat(result.verdict().findings().stream().map(FindingText.FLAGS::line))
                .anyMatch(line -> line.startsWith("INVALID messages-lost: " + lost + " of 80 messages did not arrive")
                        && line.contains("; the client library dropped " + lost + " of them, "))
                .anyMatch(line -> line.startsWith("NOTE undelivered: ")
                        && line.contains(left + " messages were left in the client library when the drain"));
    }
}
