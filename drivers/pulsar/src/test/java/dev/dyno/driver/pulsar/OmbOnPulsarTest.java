package dev.dyno.driver.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.Fixture;
import dev.dyno.engine.run.Loads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Destinations and subscriptions of the broker while files of the OpenMessaging Benchmark run on it. */
@Timeout(60)
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
class OmbOnPulsarTest {

    private static final String DRIVER = """
            driverClass: io.openmessaging.benchmark.driver.pulsar.PulsarBenchmarkDriver
            client:
              serviceUrl: pulsar://localhost:6650
              namespacePrefix: benchmark/ns
              clusterName: local
              persistence: { ensembleSize: 1, writeQuorum: 1, ackQuorum: 1, deduplicationEnabled: true }
            """;

    private static final String WORKLOAD = Loads.ombWorkload(3);

    private static String ask(String path) throws DriverException {
        return new WebApi(PulsarSettings.of(ManagedPulsar.spec(Map.of())))
                .ask("/admin/v2/" + path)
                .orElseThrow(() -> new AssertionError("nothing at " + path))
                .replace(" ", "");
    }

    /** The only namespace of the tenant that has such a topic. */
    private static String namespaceOf(String topic) throws DriverException {
        for (String name :
                ask("namespaces/benchmark").replaceAll("[\\[\\]\"]", "").split(",", -1)) {
            if (ask("persistent/" + name + "/partitioned").contains(topic)) {
                return name;
            }
        }
        throw new AssertionError("no namespace of tenant benchmark has " + topic);
    }

    private static void run(String driver, Loads.Asking asking) {
        Map<String, String> properties =
                new HashMap<>(ManagedPulsar.spec(Map.of()).properties());
        // As the command line gives it where a driver has partitions.
        properties.put("pulsar.partitions", "3");
        Loads.omb(new PulsarDriver(), ManagedPulsar.url(), properties, driver, WORKLOAD, asking);
    }

    @Test
    void topicsHavePartitionsAndTheNamespaceIsSetUpAsAsked() {
        run(DRIVER, topic -> {
            assertThat(topic).matches("test-0000000-[A-Za-z0-9_-]{7}");
            String namespace = namespaceOf(topic);
            assertThat(namespace).matches("benchmark/ns-[A-Za-z0-9_-]{7}");
            assertThat(ask("persistent/" + namespace + "/" + topic + "/partitions"))
                    .contains("\"partitions\":3");
            assertThat(ask("namespaces/" + namespace + "/deduplication")).isEqualTo("true");
            assertThat(ask("namespaces/" + namespace + "/persistence")).contains("\"bookkeeperEnsemble\":1");
            assertThat(ask("namespaces/" + namespace + "/backlogQuotaMap")).contains("producer_exception");
            String statistics = ask("persistent/" + namespace + "/" + topic + "/partitioned-stats?perPartition=true");
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
            String statistics =
                    ask("persistent/" + namespaceOf(topic) + "/" + topic + "/partitioned-stats?perPartition=true");
            assertThat(statistics).contains("\"type\":\"" + type + "\"", "\"durable\":true");
        });
    }

    @Test
    void aNamespaceThatNeedsMoreBookiesThanThereAreIsRefused() throws Exception {
        try (Fixture fixture = ManagedPulsar.fixture(
                "pulsar.namespace", "benchmark/wide",
                "pulsar.new-namespace", "true",
                "pulsar.new-namespace.copies", "3/3/2")) {
            assertThatThrownBy(() -> fixture.client().prepare(List.of(Destination.parse("topic://t"))))
                    .isInstanceOf(DriverException.class)
                    .hasMessage(
                            "cannot create namespace benchmark/wide: its ledgers need 3 bookies, and the cluster has 1");
        }
    }
}
