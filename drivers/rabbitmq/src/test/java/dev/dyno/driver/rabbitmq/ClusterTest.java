package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.Connection;
import dev.dyno.driver.tck.TestClient;
import dev.dyno.engine.run.Loads;
import dev.dyno.engine.run.Loads.Disturbed;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node of a cluster is killed during a load on a quorum queue. */
@Timeout(300)
@Tag("broker")
@Tag("nightly")
class ClusterTest {

    @TempDir
    private Path folder = Path.of("");

    /**
     * The node that leads the queue, with the client on another, or the node of the client, with the queue led by another. The
     * consumer is on the node that leads: from 4.3 on the queue holds what that node was sent for a minute. What was delivered there
     * and not acknowledged comes back later, so the load without consumers has a queue of its own.
     */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theLedgerAgreesWithTheQueue(boolean leader) throws Exception {
        assumeTrue(Files.isExecutable(OnRabbit.program("rabbitmq-server")), "RabbitMQ is not installed");
        try (RabbitCluster cluster = new RabbitCluster(folder)) {
            try (Connection first = cluster.client(0)) {
                for (String queue : List.of("T", "U")) {
                    first.createChannel().queueDeclare(queue, true, false, false, Map.of("x-queue-type", "quorum"));
                }
            }
            int leading = cluster.leader(0, "T");
            int other = (leading + 1) % RabbitCluster.SIZE;
            int killed = leader ? leading : other;
            LedgerCounts received = run(cluster, "T", other, killed, ", consumers: { from: queue://T }")
                    .ledger();
            assertThat(received.lost() + received.inBroker()).as("%s", received).isZero();
            assertThat(received.delivered()).isEqualTo(received.expected());
            cluster.node(killed).start();
            leading = cluster.leader((killed + 1) % RabbitCluster.SIZE, "U");
            killed = leader ? leading : (leading + 1) % RabbitCluster.SIZE;
            int last = (leading + 2) % RabbitCluster.SIZE;
            Counts sent = run(cluster, "U", last, killed, "").totals();
            try (Connection reading = cluster.client(last)) {
                assertThat((long) RabbitCluster.read(reading, "U").size()).isBetween(sent.acknowledged(), sent.sent());
            }
        }
    }

    private static RunResult run(RabbitCluster cluster, String queue, int first, int killed, String consumers) {
        Disturbed run = Loads.disturbed(
                TestClient.spec(
                        cluster.url(first),
                        Map.of(
                                "rabbitmq.queue.type",
                                "quorum",
                                RabbitSettings.MORE_HOSTS.name(),
                                cluster.others(first))),
                "{ producers: { to: queue://" + queue + ", rate: 300/s, max-pending: 200 }" + consumers
                        + ", phases: { measure: 20s, drain: 90s } }",
                to -> cluster.node(killed).kill());
        assertThat(run.result().outcome().cause()).isEmpty();
        assertThat(run.result().semantics().facts()).containsEntry("cluster", "three");
        return run.result();
    }
}
