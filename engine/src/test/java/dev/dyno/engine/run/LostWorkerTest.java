package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.record.DeliveryReport;
import dev.dyno.engine.record.WorkerReport;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import dev.dyno.model.verdict.FindingText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/**
 * Three workers send 300/s together for 10 s, each message acknowledged after 1 ms: worker 1 those of (1 + 3n)/300 s. It is lost,
 * and the others finish. All on virtual time, so that each count and each bound can be worked out on paper.
 */
class LostWorkerTest extends SimulatedRun {

    private static final int WORKERS = 3;
    private static final int LOST = 1;

    /** The worker whose messages come to nobody who reports it. */
    private int withoutArrivals = -1;

    private static Simulation simulation() {
        return new Simulation()
                .manyProducers(WORKERS)
                .set("service=1ms; load constant 300/s; duration 10s; drain 5s; maxPending 10");
    }

    /** Worker 1 reports four seconds, and its deliveries for the last time then, and is found to be lost at 4.5 s. */
    private RunResult run(long arrivalsNs) {
        SimulatedGroup group = new SimulatedGroup(WORKERS, simulation(), simulation);
        // Its messages are the same whenever it is asked, so it may be the first.
        SimulatedGroup.Member lost = group.new Member(LOST, simulation());
        List<DeliveryReport> arrivals = new ArrayList<>();
        lost.simulation.time.schedule(SimulatedGroup.START_NS + arrivalsNs, () -> arrivals.addAll(lost.arrivals.get()));
        lost.sent = accounts -> {};
        lost.simulation.run();
        lost.simulation.intervals.subList(0, 4).forEach(interval -> group.joint.interval(LOST, interval));
        group.joint.arrived(arrivals);
        group.time.parkUntil(SimulatedGroup.START_NS + 4_500 * MS);
        group.joint.lost(LOST, "was lost");
        for (int i : new int[] {0, 2}) {
            SimulatedGroup.Member member = group.new Member(i, simulation());
            member.runToReport();
            List<DeliveryReport> come = member.arrivals.get();
            group.joint.arrived(i == withoutArrivals ? List.of() : come);
            member.end(used(i, member.report.orElseThrow()));
        }
        return group.result();
    }

    private static Finding saturated(int worker) {
        return Finding.suspect(
                "worker-saturated", Value.number("generator", 3.9 - worker / 10.0), Value.number("processors", 4));
    }

    /**
     * The same of a worker that used 1 s of CPU and was stopped for 2 s in collections, or for twice as long if it is the last,
     * and whose machine was full.
     */
    private static WorkerReport used(int worker, WorkerReport told) {
        RunResult result = told.result().with(parts -> {
            parts.worker = new WorkerUsage(10, 1, worker == WORKERS - 1 ? 4 : 2, Optional.of(0.5));
            parts.verdict = Verdict.of(List.of(saturated(worker)));
        });
        return new WorkerReport(result, told.startLatenessNs(), told.left(), told.semantics());
    }

    @Test
    void aCauseOfSeveralWorkersIsOneReasonAndTheRowOfEachKeepsItsOwn() {
        RunResult result = run(4 * SECOND);

        assertThat(sentence(result, "worker-saturated"))
                .startsWith("workers w0 and w2: the load generator used 3.7 to 3.9 of 4 processors");
        assertThat(result.workers())
                .extracting(WorkerShare::reasons)
                .containsExactly(List.of(saturated(0)), List.of(), List.of(saturated(2)));
    }

    /** It sent 400 in the 4 s that it reported; what it did after that is in no rate and no percentile, for nobody knows it. */
    @Test
    void whatItDidAfterItsLastReportIsInNoFigure() {
        RunResult result = run(4 * SECOND + 20 * MS);
        WorkerShare row = result.workers().get(LOST);
        assertThat(row.state()).isEqualTo(WorkerShare.State.LOST);
        for (Counts counts : List.of(row.totals(), row.measured())) {
            assertThat(counts)
                    .usingRecursiveComparison()
                    .ignoringFields("sentBytes", "receivedBytes")
                    .isEqualTo(new Counts(400, 0, 400, 400, 0, 0, 0, 0, 0, 0));
        }
        assertThat(row.measuredNs()).isEqualTo(4 * SECOND);
        assertThat(row.completeNs()).isEqualTo(4 * SECOND);
        assertSumsEqualRows(result);
        assertThat(result.measuredNs()).isEqualTo(10 * SECOND);

        // Two more came by 4.02 s, and were reported one by one.
        assertCounts(result, "delivered 2_402, lossKnown false");
        assertThat(result.due()).contains(new DueMessages(2_400, 2_400, 0, 0, 0));
        assertThat(result.latencies().percentile(Latency.RESPONSE, 100))
                .contains(LatencyRange.exactly(StallScript.step(MS)));
        assertThat(result.verdict().level()).isEqualTo(Verdict.Level.INVALID);
        assertThat(result.verdict().reasons())
                .extracting(FindingText.FLAGS::line)
                .contains(
                        "INVALID worker-lost: PARTIAL: worker w1 was lost; its part is complete for the first 4 s, what it did after that is"
                                + " unknown, and rates and percentiles are without it; run it again");
        assertThat(result.verdict().notes()).noneMatch(note -> note.code().equals("rate-held"));
    }

    /** They may have come to the lost worker: nobody knows how long they took. */
    @Test
    void messagesThatNobodyReportsAreNotCalledUndelivered() {
        withoutArrivals = 2;
        RunResult result = run(4 * SECOND);
        assertThat(result.ledger().expected() - result.ledger().delivered()).isEqualTo(1_000);
        assertThat(result.ledger().lossKnown()).isFalse();
        assertThat(result.due().orElseThrow().undelivered()).isZero();
        assertThat(result.latencies().unfinishedCount(Latency.END_TO_END)).isZero();
    }

    /** They are stopped side by side: more seconds than the run had would be no share of it. Two of them told. */
    @Test
    void collectionsAreThoseOfTheWorkerThatHadMost() {
        RunResult result = run(4 * SECOND + 20 * MS);
        assertThat(result.worker()).isEqualTo(new WorkerUsage(10, 2, 4, Optional.empty()));
        assertThat(result.workers().get(0).usage().gcSeconds()).isEqualTo(2);
        assertThat(result.workers().get(2).usage().gcSeconds()).isEqualTo(4);
    }

    /** The seconds that are handed on add up to the result, with their histograms. */
    @Test
    void ratesHistogramsAndLedgerAreOfTheSameRun() {
        RunResult result = run(4 * SECOND + 20 * MS);
        assertThat(sum(Interval::counts, Counts::sent))
                .isEqualTo(result.totals().sent());
        assertThat(sum(Interval::counts, Counts::received))
                .isEqualTo(result.totals().received());
        long timed = latency(result, Latency.RESPONSE).getTotalCount();
        assertThat(timed).isEqualTo(result.measured().acknowledged());
        assertThat(simulation.intervals.stream().filter(interval -> interval.phase() == Phase.MEASURE))
                .hasSize(10);
        assertThat(simulation.seconds.intervals().startS().size()).isEqualTo(simulation.intervals.size());
    }

    private long sum(Function<Interval, Counts> counts, ToLongFunction<Counts> figure) {
        return simulation.intervals.stream().map(counts).mapToLong(figure).sum();
    }
}
