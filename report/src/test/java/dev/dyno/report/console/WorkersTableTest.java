package dev.dyno.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Samples;
import dev.dyno.model.result.WorkerShare;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkersTableTest {

    @Test
    void eachWorkerHasALineAndALostOneItsLastCompleteSecond() {
        assertThat(WorkersTable.of(Samples.withWorkers()))
                .containsExactly(
                        "worker  host    sent/s  received/s  cores   RSS max    in GC  delay p99    start  clock",
                        "w1      host-1   1,000         980   0.75  5.01 MiB  62.5 ms     650 µs  12.3 µs  the same",
                        "w2      host-2       0           0      -         -        -          -        -  -4 ms ±29 µs  lost: complete for the first 1 s",
                        "end-to-end latencies from one clock to another are good to ±29 µs");
    }

    @Test
    void theBoundBetweenTwoClocksIsTheSumOfTheTwoWidest() {
        List<WorkerShare> workers = Samples.withWorkers().workers();
        assertThat(WorkerShare.clockBoundNs(workers)).isEqualTo(29_000);
        assertThat(WorkerShare.clockBoundNs(List.of(workers.get(1), workers.get(0), workers.get(1))))
                .isEqualTo(58_000);
        assertThat(WorkerShare.clockBoundNs(List.of())).isZero();
    }

    @Test
    void nothingIsSaidOfARunInOneProcess() {
        assertThat(WorkersTable.of(Samples.result())).isEmpty();
    }
}
