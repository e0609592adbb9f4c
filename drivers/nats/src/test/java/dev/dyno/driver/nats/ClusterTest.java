package dev.dyno.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.broker.process.real.ClusterNode;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.engine.run.Loads.Disturbed;
import dev.dyno.model.result.LedgerCounts;
import io.nats.client.Connection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server of a cluster is killed during a load that three servers keep. */
@Timeout(180)
@Tag("broker")
@Tag("nightly")
@SuppressWarnings("try") // The library's close may be interrupted.
class ClusterTest {

    private static final double CLOSE_S = 1.5;

    @TempDir
    private Path folder = Path.of("");

    /** From the kill to the first answer of another leader, by a clock beside the run. */
    private final AtomicLong outageNs = new AtomicLong();

    private Disturbed kill(NatsCluster cluster, String destination, boolean leader, String consumer) throws Exception {
        String stream = destination.replaceFirst(".*//", "");
        try (Connection first = cluster.client(0)) {
            cluster.addStream(first, stream);
        }
        int leading;
        try (Connection first = cluster.client(0)) {
            leading = NatsCluster.leader(first, stream);
        }
        int other = (leading + 1) % NatsCluster.SIZE;
        int killed = leader ? leading : other;
        int asked = (killed + 2) % NatsCluster.SIZE;
        try (Connection watching = cluster.client(asked)) {
            Disturbed run = Loads.disturbed(
                    TestClient.spec(
                            cluster.urlsFrom(other),
                            Map.of("nats.jetstream", "true", "nats.consumer", consumer, "norandomize", "true")),
                    "{ producers: { to: " + destination + ", rate: 300/s, max-pending: 200 }, consumers: { from: "
                            + destination + " }, phases: { measure: 25s, drain: 20s } }",
                    topic -> {
                        long beganNs = System.nanoTime();
                        cluster.node(killed).kill();
                        ClusterNode.await("a leader", 60, () -> {
                            int now = NatsCluster.leader(watching, stream);
                            return now >= 0 && now != killed;
                        });
                        outageNs.set(System.nanoTime() - beganNs);
                    });
            assertThat(run.result().outcome().cause()).isEmpty();
            assertStored(watching, stream, run.result().ledger());
            return run;
        }
    }

    /** The stream has what was acknowledged, and nothing else but messages in doubt. */
    private static void assertStored(Connection client, String stream, LedgerCounts ledger) throws Exception {
        long acknowledged = ledger.expected() + ledger.notOwed();
        long stored = NatsCluster.read(client, stream).size();
        assertThat(stored).isBetween(acknowledged, acknowledged + ledger.inDoubt());
        assertThat(stored).isGreaterThanOrEqualTo(ledger.delivered() + ledger.inDoubtDelivered());
    }

    /** Core NATS keeps nothing: without a look at its id the other server would be taken for the first. */
    @Test
    void anotherServerBehindTheSamePortFailsTheRun() throws Exception {
        int port = ClusterNode.freePorts(1).get(0);
        List<ClusterNode> servers = new ArrayList<>();
        for (String name : List.of("east", "west")) {
            Path own = Files.createDirectories(folder.resolve(name));
            Files.writeString(
                    own.resolve("server.conf"), "server_name: " + name + "\nlisten: \"127.0.0.1:" + port + "\"\n");
            servers.add(new ClusterNode(own, Map.of(), List.of("nats-server", "-c", "server.conf")));
        }
        try (ClusterNode east = servers.get(0);
                ClusterNode west = servers.get(1)) {
            east.start();
            ClusterNode.await("the server", 20, () -> east.output().contains("Server is ready"));
            Disturbed run = Loads.disturbed(
                    TestClient.spec("nats://127.0.0.1:" + port, Map.of()),
                    "{ producers: { to: queue://T, rate: 100/s }, consumers: { from: queue://T }, phases: { measure: 30s } }",
                    queue -> {
                        east.kill();
                        west.start();
                    });
            assertThat(run.result().semantics().facts()).containsEntry("cluster", "east");
            assertThat(run.result().outcome().cause())
                    .contains(
                            "another cluster answers at the broker's address: west, and before the connection broke it was"
                                    + " east; its messages are not those of this run. Start the run again");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "topic://T, true, pull",
        "topic://T, true, push",
        "queue://T, true, pull",
        "topic://T, false, pull",
        "queue://T, false, pull"
    })
    void theLedgerAgreesWithTheStreamAndTheOutageWithAnotherClock(String destination, boolean leader, String consumer)
            throws Exception {
        try (NatsCluster cluster = new NatsCluster(folder)) {
            Disturbed run = kill(cluster, destination, leader, consumer);
            LedgerCounts ledger = run.result().ledger();
            assertThat(ledger.lost() + ledger.inBroker()).as("%s", ledger).isZero();
            assertThat(ledger.delivered()).as("%s", ledger).isEqualTo(ledger.expected());
            if (leader) {
                assertThat(run.longestOutageS())
                        .isCloseTo(outageNs.get() / (double) TimeUnit.SECONDS.toNanos(1), within(CLOSE_S));
                assertThat(ledger.notOwed()).isZero();
            }
        }
    }
}
