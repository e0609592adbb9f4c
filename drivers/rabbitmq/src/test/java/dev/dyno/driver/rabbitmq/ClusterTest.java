package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.Connection;
import dev.dyno.engine.run.Loads;
import dev.dyno.engine.run.Loads.Disturbed;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node of a cluster is killed while a load goes on to a quorum queue. */
@Timeout(300)
@Tag("broker")
@Tag("nightly")
class ClusterTest {

    @TempDir
    private Path folder = Path.of("");

    /**
     * The node that leads the queue, with the client on another, or the node of the client, with the queue led by another. The
     * consumer is on the node that leads: from 4.3 on the queue holds what that node was sent for a minute.
     */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theLedgerAgreesWithTheQueue(boolean leader) throws Exception {
        assumeTrue(Files.isExecutable(RabbitNode.program("rabbitmq-server")), "RabbitMQ is not installed");
        try (RabbitCluster cluster = new RabbitCluster(folder)) {
            try (Connection first = cluster.client(0)) {
                first.createChannel().queueDeclare("T", true, false, false, Map.of("x-queue-type", "quorum"));
            }
            int leading = cluster.leader(0, "T");
            int other = (leading + 1) % RabbitCluster.SIZE;
            int killed = leader ? leading : other;
            LedgerCounts received = run(cluster, other, killed, ", consumers: { from: queue://T }")
                    .ledger();
            assertThat(received.lost() + received.inBroker()).as("%s", received).isZero();
            assertThat(received.delivered()).isEqualTo(received.expected());
            cluster.node(killed).start();
            Counts sent =
                    run(cluster, (leading + 2) % RabbitCluster.SIZE, killed, "").totals();
            try (Connection last = cluster.client((leading + 2) % RabbitCluster.SIZE)) {
                assertThat((long) RabbitCluster.read(last, "T").size()).isBetween(sent.acknowledged(), sent.sent());
            }
        }
    }

    private static RunResult run(RabbitCluster cluster, int first, int killed, String consumers) {
        Disturbed run = Loads.disturbed(
                new RabbitDriver(),
                cluster.url(first),
                Map.of("rabbitmq.queue.type", "quorum", RabbitSettings.MORE_HOSTS.name(), cluster.others(first)),
                "{ producers: { to: queue://T, rate: 300/s, max-pending: 200 }" + consumers
                        + ", phases: { measure: 20s, drain: 90s } }",
                queue -> cluster.node(killed).kill());
        assertThat(run.result().outcome().cause()).isEmpty();
        assertThat(run.result().semantics().facts()).containsEntry("cluster", "three");
        return run.result();
    }
}
