package dev.dyno.cluster;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.HostClock;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.verdict.FindingText;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ClockErrorTest {

    private static final long HOUR_NS = 3_600_000_000_000L;

    private static final String WORKLOAD = """
            name: clocks
            producers:
              - { to: queue://T, count: 2, rate: 1000/s, stop: 2s }
            consumers:
              - { from: queue://T, count: 2 }
            phases: { measure: 3s, drain: 10s }
            """;

    /** One clock is an hour ahead, the other an hour behind; the simulated broker delivers after 20 ms. */
    @Test
    void timesOfClocksThatAreHoursApartAreCorrected() throws Exception {
        try (Fellowship two = new Fellowship()) {
            two.script = Map.of("delivery", "20ms");
            two.add(new ShiftedTime(two.time, HOUR_NS), "ahead");
            two.add(new ShiftedTime(two.time, -HOUR_NS), "behind");
            RunResult result = two.run(WORKLOAD);

            assertThat(result.outcome().cause()).isEmpty();
            assertThat(result.workers())
                    .allSatisfy(worker -> assertThat(worker.clockBoundNs()).isPositive());
            List<WorkerShare> workers = result.workers();
            assertThat(Math.abs(workers.get(0).clockOffsetNs() - HOUR_NS))
                    .isLessThanOrEqualTo(workers.get(0).clockBoundNs());
            assertThat(Math.abs(workers.get(1).clockOffsetNs() + HOUR_NS))
                    .isLessThanOrEqualTo(workers.get(1).clockBoundNs());
            Histogram transfer = result.latencies().get(Latency.TRANSFER).orElseThrow();
            assertThat(transfer.getTotalCount()).isEqualTo(2000);
            // The histogram has three digits.
            assertThat(transfer.getMinValue()).isGreaterThanOrEqualTo(19_980_000 - WorkerShare.clockBoundNs(workers));
            assertCounts(result, "negative 0, foreignClock 0");
            assertThat(result.measuredNs()).isEqualTo(3_000_000_000L);
        }
    }

    /** Without delay there is nothing to see that is larger than the error of the clocks. */
    @Test
    void timesNearTheBoundMakeTheVerdictSuspect() throws Exception {
        try (Fellowship two = new Fellowship()) {
            two.add(two.time, HostClock.NAME);
            // Its every answer is late by up to a millisecond, so nobody knows its clock any better.
            two.add(new SlowlyReadTime(two.time), "other");
            RunResult result = two.run(WORKLOAD);

            assertThat(result.outcome().cause()).isEmpty();
            assertThat(WorkerShare.clockBoundNs(result.workers())).isGreaterThan(400_000);
            assertThat(result.verdict().reasons()).anySatisfy(reason -> {
                assertThat(reason.code()).isEqualTo("clock-bound");
                assertThat(FindingText.FLAGS.of(reason)).startsWith("the median of end-to-end is ");
            });
        }
    }

    /** A clock that differs from another by a fixed time. */
    private static final class ShiftedTime extends ForwardingTime {

        private final long shiftNs;

        ShiftedTime(TimeSource time, long shiftNs) {
            super(time);
            this.shiftNs = shiftNs;
        }

        @Override
        public long nanoTime() {
            return super.nanoTime() + shiftNs;
        }

        @Override
        public void parkUntil(long deadlineNs) {
            super.parkUntil(deadlineNs - shiftNs);
        }

        @Override
        public Cancellable schedule(long atNs, Runnable task) {
            return super.schedule(atNs - shiftNs, task);
        }
    }

    /** A clock that is asked over a long way, when it is asked by a thread of the group. */
    private static final class SlowlyReadTime extends ForwardingTime {

        private static final long WAY_NS = 1_000_000;

        SlowlyReadTime(TimeSource time) {
            super(time);
        }

        @Override
        public long nanoTime() {
            boolean asked = StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().startsWith("dev.dyno.cluster.group.")));
            if (asked) {
                LockSupport.parkNanos(WAY_NS);
            }
            return super.nanoTime();
        }
    }
}
