package dev.dyno.cluster;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerShare;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ClusterRunTest {

    /** Ends when all is sent, however long a busy machine takes for it. */
    private static final String COUNTED =
            Fellowship.load("count: 5, rate: 1001/s, messages: 3003", "measure: until stopped, drain: 60s");

    private static final String TIMED =
            Fellowship.load("count: 5, rate: 1001/s", "warmup: 1s, measure: 2s, drain: 60s");

    @Test
    void severalWorkersMakeOneLoadOfWhichEachHasItsShare() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            RunResult result = three.run(COUNTED);

            assertCounts(
                    result,
                    "success, sent 3003, received 3003, expected 3003, delivered 3003, lost 0, lossKnown true,"
                            + " end-to-end 3003, response 3003, send-delay 3003");
            assertThat(result.semantics().facts()).containsEntry("broker version", "9");
            assertThat(result.environment()).containsEntry("workers", "3");
            assertThat(result.workers()).extracting(WorkerShare::name).containsExactly("w0", "w1", "w2");
            assertThat(result.workers()).extracting(WorkerShare::producers).containsExactly(2, 2, 1);
            // Where the producers have ended, the consumers continue.
            assertThat(result.workers()).extracting(WorkerShare::consumers).containsExactly(1, 1, 1);
            // Producer i has every fifth message: 601, 601, 601, 600 and 600 of 3003.
            assertThat(result.workers())
                    .extracting(worker -> worker.totals().sent())
                    .containsExactly(601L + 600, 601L + 600, 601L);
            assertThat(result.workers()).extracting(WorkerShare::state).containsOnly(WorkerShare.State.COMPLETE);
            assertThat(result.workers()).allSatisfy(worker -> {
                assertThat(worker.clockOffsetNs()).isZero();
                assertThat(worker.clockBoundNs()).isZero();
                assertThat(worker.usage().seconds()).isPositive();
            });
        }
    }

    @Test
    void groupsOfAllWorkersAddUpToTheRun() throws Exception {
        try (Fellowship two = new Fellowship().workers(2)) {
            RunResult result = two.run("""
                    producers:
                      - { name: web, to: queue://A, count: 2, rate: 300/s, messages: 900 }
                      - { name: batch, to: queue://B, count: 3, rate: 700/s, messages: 2100 }
                    consumers:
                      - { name: web, from: queue://A, count: 2 }
                      - { name: prices, from: queue://B }
                    phases: { measure: until stopped, drain: 60s }
                    """);

            assertThat(result.groups()).containsOnlyKeys("web", "batch", "prices");
            assertThat(result.group("web").orElseThrow().totals())
                    .extracting(Counts::sent, Counts::acknowledged, Counts::received)
                    .containsExactly(900L, 900L, 900L);
            assertThat(result.group("web").orElseThrow().ledger().delivered()).isEqualTo(900);
            assertThat(result.group("batch").orElseThrow().totals().sent()).isEqualTo(2100);
            assertThat(result.group("prices").orElseThrow().ledger().delivered())
                    .isEqualTo(2100);
            Latencies sum = new Latencies();
            result.groups().values().forEach(group -> sum.add(group.latencies()));
            assertThat(sum.asMap()).isEqualTo(result.latencies().asMap());
            assertThat(sum.unfinishedAsMap()).isEqualTo(result.latencies().unfinishedAsMap());
        }
    }

    @Test
    void theIntervalsFollowEachOtherAndAddUpToTheTotals() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            RunResult result = three.run(TIMED);

            Counts sum = Counts.ZERO;
            Latencies measured = new Latencies();
            long endNs = 0;
            for (int i = 0; i < three.intervals.size(); i++) {
                Interval interval = three.intervals.get(i);
                assertThat(interval.index()).isEqualTo(i);
                assertThat(interval.startNs()).isEqualTo(endNs);
                endNs = interval.endNs();
                sum = sum.plus(interval.counts());
                measured.add(interval.latencies());
            }
            assertThat(three.intervals.subList(0, 3))
                    .extracting(Interval::endNs)
                    .containsExactly(1_000_000_000L, 2_000_000_000L, 3_000_000_000L);
            assertThat(result.warmupNs()).isEqualTo(1_000_000_000);
            assertThat(result.measuredNs()).isEqualTo(2_000_000_000);
            assertThat(sum).isEqualTo(result.totals());
            Counts workers = result.workers().stream().map(WorkerShare::totals).reduce(Counts.ZERO, Counts::plus);
            assertThat(workers).isEqualTo(result.totals());
            for (Latency latency : result.latencies().asMap().keySet()) {
                Histogram whole = result.latencies().get(latency).orElseThrow();
                assertThat(whole).isEqualTo(measured.get(latency).orElseThrow());
            }
        }
    }
}
