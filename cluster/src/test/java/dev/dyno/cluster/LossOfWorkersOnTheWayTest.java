package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.WorkerLossPolicy;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker is lost while messages of the others are on the way. */
@Tag("slow")
@Tag("nightly")
class LossOfWorkersOnTheWayTest {

    /**
     * Each worker sends to its own queue, and each message takes 1.5 s: at the end of the load 300 messages of the two that are left are
     * on the way.
     */
    @ParameterizedTest
    @EnumSource(WorkerLossPolicy.class)
    @Timeout(60)
    void theOthersGetWhatWasOnTheWay(WorkerLossPolicy onLoss) throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            three.script = Map.of("delivery", "1500ms");
            RunResult result = WorkerLossTest.runAndLose(three, onLoss, """
                    name: apart
                    producers:
                      - { to: queue://A, rate: 100/s }
                      - { to: queue://B, rate: 100/s }
                      - { to: queue://C, rate: 100/s }
                    consumers:
                      - { from: queue://A }
                      - { from: queue://B }
                      - { from: queue://C }
                    phases: { measure: 3s, drain: 20s }
                    """);

            assertThat(result.outcome().success()).isEqualTo(onLoss == WorkerLossPolicy.CONTINUE);
            for (int worker : new int[] {0, 2}) {
                Counts counts = result.workers().get(worker).totals();
                assertThat(counts.sent()).isPositive();
                assertThat(counts.received()).isEqualTo(counts.sent());
            }
            // The drain took as long as a message does, and did not wait for those of the lost worker to the end.
            assertThat(result.drainNs()).isBetween(1_400_000_000L, 19_000_000_000L);
        }
    }
}
