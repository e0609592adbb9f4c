package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.broker.process.real.ClusterNode;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.engine.run.Loads.Disturbed;
import dev.dyno.model.result.LedgerCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node of a cluster is killed during a load that three nodes keep. */
@Timeout(240)
@Tag("broker")
@Tag("nightly")
class ClusterTest {

    private static final String EAST = "AAAAAAAAAAAAAAAAAAAAEA";
    private static final String WEST = "AAAAAAAAAAAAAAAAAAAAWQ";
    private static final double CLOSE_S = 2;

    private static List<String> java = List.of();

    @TempDir
    private Path folder = Path.of("");

    private @Nullable KafkaCluster replacement;

    @BeforeAll
    static void findKafka() throws IOException {
        java = KafkaCluster.java();
    }

    @AfterEach
    void endReplacement() {
        if (replacement != null) {
            replacement.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, queue", "true, topic", "false, queue"})
    void theLedgerAgreesWithTheTopicAndTheOutageWithAnotherClock(boolean leader, String kind) throws Exception {
        AtomicLong outageNs = new AtomicLong();
        try (KafkaCluster cluster = new KafkaCluster(folder, EAST, ClusterNode.freePorts(9), java);
                Admin admin = cluster.admin()) {
            admin.createTopics(List.of(new NewTopic("T", 1, (short) 3))).all().get(20, TimeUnit.SECONDS);
            ClusterNode.await("a leader", 30, () -> KafkaCluster.leader(admin, "T") >= 0);
            int leading = KafkaCluster.leader(admin, "T");
            int killed = leader ? leading : (leading + 1) % 3;
            String destination = kind + "://T";
            Disturbed run = Loads.disturbed(
                    TestClient.spec(cluster.urls(), Map.of("acks", "all")),
                    "{ producers: { to: " + destination + ", rate: 300/s, max-pending: 2000 }, consumers: { from: "
                            + destination + " }, phases: { measure: 35s, drain: 20s } }",
                    topic -> {
                        long beganNs = System.nanoTime();
                        cluster.node(killed).kill();
                        ClusterNode.await("a leader", 60, () -> {
                            int now = KafkaCluster.leader(admin, "T");
                            return now >= 0 && now != killed;
                        });
                        outageNs.set(System.nanoTime() - beganNs);
                    });
            assertThat(run.result().outcome().cause()).isEmpty();
            assertThat(run.result().semantics().facts()).containsEntry("cluster", EAST);
            LedgerCounts ledger = run.result().ledger();
            assertThat(ledger.lost() + ledger.inBroker()).as("%s", ledger).isZero();
            assertThat((long) cluster.read("T").size())
                    .isBetween(ledger.expected(), ledger.expected() + ledger.inDoubt());
            assertThat(ledger.delivered()).isEqualTo(ledger.expected());
            if (leader) {
                assertThat(run.longestOutageS())
                        .isCloseTo(outageNs.get() / (double) TimeUnit.SECONDS.toNanos(1), within(CLOSE_S));
            }
        }
    }

    /** The client library connects to it by itself. */
    @Test
    void anotherClusterBehindTheSamePortFailsTheRun() throws Exception {
        List<Integer> ports = ClusterNode.freePorts(3);
        try (KafkaCluster east = new KafkaCluster(folder.resolve("east"), EAST, ports, java)) {
            Disturbed run = Loads.disturbed(
                    TestClient.spec(east.urls(), Map.of()),
                    "{ producers: { to: queue://T, rate: 100/s, max-pending: 2000 }, consumers: { from: queue://T }, phases: { measure: 90s } }",
                    queue -> replace(east, ports));
            assertThat(run.result().outcome().cause().orElse("none"))
                    .startsWith("another cluster answers at the broker's address: " + WEST
                            + ", and before the connection broke it was " + EAST);
        }
    }

    private void replace(KafkaCluster east, List<Integer> ports) throws IOException {
        east.close();
        replacement = new KafkaCluster(folder.resolve("west"), WEST, ports, java);
    }
}
