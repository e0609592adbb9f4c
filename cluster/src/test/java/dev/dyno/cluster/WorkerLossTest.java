package dev.dyno.cluster;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static dev.dyno.engine.run.RunAssertions.assertSumsEqualRows;
import static dev.dyno.engine.run.RunAssertions.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cluster.group.Departure;
import dev.dyno.cluster.group.LoopbackGroup;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.workload.WorkerLossPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(60)
class WorkerLossTest {

    private static final String LONG = Fellowship.load("count: 3, rate: 600/s", "measure: %s, drain: 3s");

    static RunResult runAndLose(Fellowship three, WorkerLossPolicy onLoss, String workload) throws Exception {
        ClusterRunner runner = three.runner(workload, Placement.everywhere(3), onLoss);
        CompletableFuture<RunResult> result = CompletableFuture.supplyAsync(runner::run);
        three.loading.get(20, TimeUnit.SECONDS);
        LoopbackGroup.vanish(three.members.get(1));
        return result.get(40, TimeUnit.SECONDS);
    }

    @Test
    void aLostWorkerEndsTheRunAsPartial() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            RunResult result = runAndLose(three, WorkerLossPolicy.STOP, LONG.formatted("30s"));

            assertThat(result.outcome().success()).isFalse();
            assertThat(result.outcome().cause())
                    .hasValueSatisfying(cause ->
                            assertThat(cause).startsWith("worker w1 on ").endsWith("was lost: its process has ended"));
            assertThat(result.verdict().level()).isEqualTo(Verdict.Level.INVALID);
            assertThat(sentence(result, "worker-lost"))
                    .matches(
                            "PARTIAL: worker w1 was lost: its process has ended; its part is complete for the first"
                                    + " [1-9] s, what it did after that is unknown, and rates and percentiles are without it; run it again");
            assertThat(result.workers())
                    .extracting(WorkerShare::state)
                    .containsExactly(WorkerShare.State.COMPLETE, WorkerShare.State.LOST, WorkerShare.State.COMPLETE);
            assertThat(result.workers().get(1).producers()
                            + result.workers().get(1).consumers())
                    .as("clients of the one that is lost")
                    .isPositive();
            // The figures of the others are whole.
            assertThat(result.measuredNs()).isLessThan(20_000_000_000L);
            assertThat(result.ledger().lossKnown()).isFalse();
            assertSums(result);
        }
    }

    /** All sent and received messages, in the reports, in the rows, in the totals and in the ledger. */
    private static void assertSums(RunResult result) {
        assertSumsEqualRows(result);
        assertThat(result.workers().get(1).measured().sent()).isPositive();
        // Deliveries are reported one by one before the second that counts them.
        assertThat(result.ledger().delivered())
                .isGreaterThanOrEqualTo(result.totals().received());
    }

    @Test
    void aWorkerThatIsGoneBeforeTheLoadLeavesTheOthersSound() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            ClusterRunner runner = three.runner(LONG.formatted("30s"), Placement.everywhere(3), WorkerLossPolicy.STOP);
            LoopbackGroup.vanish(three.members.get(1));
            RunResult result = runner.run();

            assertThat(result.outcome().success()).isFalse();
            assertThat(result.workers())
                    .extracting(WorkerShare::state)
                    .containsExactly(WorkerShare.State.NOT_BEGUN, WorkerShare.State.LOST, WorkerShare.State.NOT_BEGUN);
        }
    }

    @Test
    void theOthersContinueIfTheyAreTo() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            // A second more than they send, for a message that is late.
            String workload = LONG.formatted("5s").replace("600/s", "600/s, stop: 4s");
            RunResult result = runAndLose(three, WorkerLossPolicy.CONTINUE, workload);

            assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(result.measuredNs()).isEqualTo(5_000_000_000L);
            assertThat(sentence(result, "worker-lost"))
                    .startsWith("PARTIAL: worker w1 was lost: its process has ended");
            assertThat(result.workers().get(0).totals().sent()).isEqualTo(800);
            assertThat(result.workers().get(2).totals().sent()).isEqualTo(800);
            assertThat(result.workers().get(1).completeNs()).isBetween(1_000_000_000L, 3_000_000_000L);
            assertSums(result);
            // Messages known to have been due; those of the lost worker are the ones that it reported.
            long reported = result.workers().get(1).measured().acknowledged();
            assertThat(reported).isPositive();
            assertThat(result.due().orElseThrow().messages()).isEqualTo(1_600 + reported);
        }
    }

    @Test
    void workersEndTheirLoadWhenTheCoordinatorIsGone() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            ClusterRunner runner = three.runner(LONG.formatted("30s"), Placement.everywhere(3), WorkerLossPolicy.STOP);
            CompletableFuture<RunResult> result = CompletableFuture.supplyAsync(runner::run);
            three.loading.get(20, TimeUnit.SECONDS);

            long lostNs = three.time.nanoTime();
            LoopbackGroup.vanish(three.group());

            for (WorkerService service : three.services) {
                assertThat(service.awaitEnd()).isEqualTo(Departure.CRASHED);
            }
            assertThat(three.time.nanoTime() - lostNs).isLessThan(2_000_000_000L);
            assertThat(three.consoles).contains("The coordinator is gone: the load ends.");
            // It sees them go, too.
            assertThat(result.get(20, TimeUnit.SECONDS).outcome().success()).isFalse();
        }
    }

    @Test
    void aStopEndsTheLoadOfAllInGoodOrder() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            ClusterRunner runner = three.runner(LONG.formatted("30s"), Placement.everywhere(3), WorkerLossPolicy.STOP);
            CompletableFuture<RunResult> running = CompletableFuture.supplyAsync(runner::run);
            three.loading.get(20, TimeUnit.SECONDS);

            runner.stop();

            RunResult result = running.get(20, TimeUnit.SECONDS);
            assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
            assertThat(result.totals().sent()).isPositive();
            assertCounts(
                    result,
                    "lost 0, lossKnown true, delivered " + result.totals().sent());
        }
    }
}
