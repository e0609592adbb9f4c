package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.dyno.engine.record.LiveRate;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
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
            VerdictInputs inputs = result.conditions().orElseThrow();
            assertThat(inputs.slotsDue()).isEqualTo(messages);
            assertThat(inputs.intendedPerSecond()).isEqualTo(messages / 4.0);
            // A busy machine is late at the change, which skips messages, or at the end, which leaves them unsent.
            assertThat(result.totals().sent() + result.totals().skipped() + inputs.slotsUnsent())
                    .isEqualTo(messages);
            assertThat(result.ledger().delivered()).isEqualTo(result.totals().sent());
            // Each producer of the first group has a third, and that of the other group too.
            assertThat(result.workers())
                    .extracting(worker -> worker.totals().sent())
                    .satisfiesExactlyInAnyOrder(
                            sent -> assertThat(sent).isCloseTo(messages / 3, withinPercentage(10)),
                            sent -> assertThat(sent).isCloseTo(2 * messages / 3, withinPercentage(10)));
        }
    }
}
