package dev.dyno.driver.pulsar;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Reader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads whose effect the broker or another application shows. */
@Timeout(60)
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
class LoadsTest {

    private static final int MESSAGES = 1_000;
    private static final int PAYLOADS = 400;
    private static final int BYTES = 200;

    /** As the command line gives it where a driver has partitions. */
    private static ClientSpec ofThreePartitions() {
        return ManagedPulsar.spec(Map.of("pulsar.partitions", "3"));
    }

    /** A topic keeps order within each of its partitions, and only there. */
    @Test
    void messagesOfSeveralPartitionsThatArriveInTheOrderOfEachAreNotReordered() {
        Destination queue = TestClient.queue();
        RunResult result = Loads.run(
                ofThreePartitions(),
                "{ producers: { to: " + queue + ", count: 2, max-pending: 100, messages: 5000 }, consumers: { from: "
                        + queue + " }, phases: { measure: until stopped } }");
        assertCounts(result, "delivered 5000, reordered 0");
        assertThat(result.semantics().facts()).containsEntry("order", "within each of 3 partitions");
    }

    /** Another application reads them after a load without consumers. */
    @Test
    @Tag("nightly")
    void bodiesOfATopicDifferFromOneToTheNext() throws Exception {
        Destination queue = TestClient.queue();
        Loads.run(
                ManagedPulsar.spec(Map.of()),
                "{ producers: { to: " + queue + ", messages: " + MESSAGES
                        + ", max-pending: 20, message: { size: 200, compressibility: 0.5, payloads: " + PAYLOADS
                        + " } }, phases: { measure: until stopped } }");
        List<byte[]> bodies = new ArrayList<>();
        try (PulsarClient client =
                        PulsarClient.builder().serviceUrl(ManagedPulsar.url()).build();
                Reader<byte[]> reader = client.newReader()
                        .topic(queue.name())
                        .startMessageId(MessageId.earliest)
                        .create()) {
            while (reader.hasMessageAvailable()) {
                bodies.add(reader.readNext().getData());
            }
        }
        assertThat(bodies)
                .hasSize(MESSAGES)
                .allSatisfy(body -> assertThat(body).hasSize(200).endsWith(new byte[72]));
        assertThat(Loads.payloads(bodies)).hasSize(PAYLOADS);
    }

    @Test
    @Tag("nightly")
    @SuppressWarnings("FutureReturnValueIgnored") // A message that was not sent would be missed.
    void aTopicOfAnotherApplicationIsReadFromItsEarliestMessage() throws Exception {
        Destination topic = TestClient.topic();
        try (PulsarClient client =
                PulsarClient.builder().serviceUrl(ManagedPulsar.url()).build()) {
            // Keeps what is sent.
            client.newConsumer()
                    .topic(topic.name())
                    .subscriptionName("archive")
                    .subscribe()
                    .close();
            try (Producer<byte[]> producer =
                    client.newProducer().topic(topic.name()).create()) {
                for (int i = 0; i < MESSAGES; i++) {
                    producer.sendAsync(new byte[BYTES]);
                }
                producer.flush();
            }
        }
        Loads.assertForeign(
                Loads.receive(ManagedPulsar.spec(Map.of()), topic, MESSAGES),
                MESSAGES,
                BYTES,
                Optional.of("the publish time, set by the producer"));
    }

    private static final String DRIVER = """
            driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
            client:
              serviceUrl: pulsar://localhost:6650
              namespacePrefix: benchmark/ns
              clusterName: local
              persistence: { ensembleSize: 1, writeQuorum: 1, ackQuorum: 1, deduplicationEnabled: true }
            """;

    /** The only namespace of the tenant that has such a topic. */
    private static String namespaceOf(String topic) throws DriverException {
        for (String name : ManagedPulsar.ask("namespaces/benchmark")
                .replaceAll("[\\[\\]\"]", "")
                .split(",", -1)) {
            if (ManagedPulsar.ask("persistent/" + name + "/partitioned").contains(topic)) {
                return name;
            }
        }
        throw new AssertionError("no namespace of tenant benchmark has " + topic);
    }

    private static void run(String driver, Loads.Asking asking) {
        Loads.omb(ofThreePartitions(), driver, Loads.ombWorkload(3), asking);
    }

    @Test
    void topicsHavePartitionsAndTheNamespaceIsSetUpAsAsked() {
        run(DRIVER, topic -> {
            assertThat(topic).matches("test-0000000-[A-Za-z0-9_-]{7}");
            String namespace = namespaceOf(topic);
            assertThat(namespace).matches("benchmark/ns-[A-Za-z0-9_-]{7}");
            assertThat(ManagedPulsar.ask("persistent/" + namespace + "/" + topic + "/partitions"))
                    .contains("\"partitions\":3");
            assertThat(ManagedPulsar.ask("namespaces/" + namespace + "/deduplication"))
                    .isEqualTo("true");
            assertThat(ManagedPulsar.ask("namespaces/" + namespace + "/persistence"))
                    .contains("\"bookkeeperEnsemble\":1");
            assertThat(ManagedPulsar.ask("namespaces/" + namespace + "/backlogQuotaMap"))
                    .contains("producer_exception");
            String statistics =
                    ManagedPulsar.ask("persistent/" + namespace + "/" + topic + "/partitioned-stats?perPartition=true");
            assertThat(statistics)
                    .contains("\"type\":\"Failover\"", "\"durable\":true")
                    .doesNotContain("\"type\":\"Shared\"");
        });
    }

    @ParameterizedTest
    @Tag("nightly")
    @CsvSource({"Shared", "Key_Shared"})
    void subscriptionsAreOfTheTypeThatIsAsked(String type) {
        run(DRIVER + "consumer: { subscriptionType: " + type + " }\n", topic -> {
            String statistics = ManagedPulsar.ask(
                    "persistent/" + namespaceOf(topic) + "/" + topic + "/partitioned-stats?perPartition=true");
            assertThat(statistics).contains("\"type\":\"" + type + "\"", "\"durable\":true");
        });
    }

    @Test
    void aNamespaceThatNeedsMoreBookiesThanThereAreIsRefused() throws Exception {
        try (TestClient fixture = ManagedPulsar.fixture(
                "pulsar.namespace", "benchmark/wide",
                "pulsar.new-namespace", "true",
                "pulsar.new-namespace.copies", "3/3/2")) {
            assertFails(
                    () -> fixture.client().prepare(List.of(Destination.parse("topic://t"))),
                    "cannot create namespace benchmark/wide: its ledgers need 3 bookies, and the cluster has 1");
        }
    }
}
