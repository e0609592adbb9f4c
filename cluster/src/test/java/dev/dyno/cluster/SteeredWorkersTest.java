package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.dyno.engine.record.LiveRate;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.WorkerLossPolicy;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A change of the rate takes effect at one instant on all workers. */
@Tag("slow")
class SteeredWorkersTest {

    private static final String LOAD = """
            name: steered
            producers:
              - { to: queue://T, count: 2, rate: 200/s }
              - { to: queue://U, count: 1, rate: 100/s }
            consumers:
              - { from: [queue://T, queue://U], count: 2 }
            phases: { measure: 4s, drain: 60s }
            """;

    private static final long SECOND = 1_000_000_000L;

    @Test
    void aPairChangesItsRateAtOneInstant() throws Exception {
        try (Fellowship pair = new Fellowship().workers(2)) {
            ClusterRunner runner = pair.runner(LOAD, Placement.everywhere(2), WorkerLossPolicy.STOP);
            assertThatIllegalStateException().isThrownBy(() -> runner.steer(900));
            CompletableFuture<LiveRate.Change> changed = pair.loading.thenApply(second -> runner.steer(900));
            RunResult result = runner.run();

            assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
            LiveRate.Change change = changed.join();
            assertThat(change.fromNs() % SECOND).isZero();
            long before = change.fromNs() / SECOND;
            assertThat(before).isBetween(1L, 3L);
            long messages = 300 * before + 900 * (4 - before);
            assertThat(result.totals().sent()).isEqualTo(messages);
            assertThat(result.ledger().delivered()).isEqualTo(messages);
            assertThat(result.conditions().orElseThrow().slotsDue()).isEqualTo(messages);
            assertThat(result.conditions().orElseThrow().intendedPerSecond()).isEqualTo(messages / 4.0);
            // Each producer of the first group has a third, and that of the other group too.
            assertThat(result.workers())
                    .extracting(worker -> worker.totals().sent())
                    .containsExactlyInAnyOrder(messages / 3, 2 * messages / 3);
        }
    }
}
