package dev.dyno.cluster;

import static dev.dyno.engine.run.RunAssertions.findings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.dyno.driver.sim.SimBroker;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.WorkerLossPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A viewer of a load of several workers sees their counts at common instants, and can pause its broker and change its rate. */
@Tag("slow")
class WatchedWorkersTest {

    private static final String LOAD = Fellowship.load("count: 3, rate: 300/s", "measure: 4s, drain: 60s");

    private static final long TENTH = 100_000_000L;
    private static final long SECOND = 10 * TENTH;

    @Test
    void countsOfAllWorkersAreThoseOfTheSameInstant() throws Exception {
        try (Fellowship three = new Fellowship().workers(3)) {
            ClusterRunner runner = three.runner(LOAD, Placement.everywhere(3), WorkerLossPolicy.STOP);
            assertThat(runner.counts()).as("before the load").isEqualTo(Counts.At.START);
            CompletableFuture<RunResult> running = CompletableFuture.supplyAsync(runner::run);
            three.loading.join();
            Map<Long, Counts.At> seen = new TreeMap<>();
            while (!running.isDone()) {
                Counts.At now = runner.counts();
                seen.put(now.ns(), now);
                three.time.parkUntil(three.time.nanoTime() + TENTH / 5);
            }
            RunResult result = running.join();

            assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
            // There are 30 tenths after the first second.
            assertThat(seen).hasSizeGreaterThan(10);
            assertThat(seen.keySet()).allSatisfy(ns -> assertThat(ns % TENTH).isZero());
            Counts last = Counts.ZERO;
            for (Map.Entry<Long, Counts.At> each : seen.entrySet()) {
                Counts counts = each.getValue().counts();
                // 300 a second, and what became due until a busy machine looked, 0.3 s later at most.
                assertThat(counts.sent()).isLessThanOrEqualTo(30 * each.getKey() / TENTH + 90);
                assertThat(counts.sent()).isGreaterThanOrEqualTo(last.sent());
                assertThat(counts.received()).isGreaterThanOrEqualTo(last.received());
                last = counts;
            }
            assertThat(last.sent()).isBetween(600L, result.totals().sent());
            assertThat(seen.values()).last().satisfies(at -> assertThat(
                            at.ledger().delivered())
                    .isBetween(600L, result.ledger().delivered()));
        }
    }

    @Test
    void brokerIsPausedAndResumedAtTheLatestAtTheEndOfTheLoad() throws Exception {
        List<Fault.Action> done = new CopyOnWriteArrayList<>();
        try (Fellowship pair = new Fellowship().workers(2)) {
            ClusterRunner runner = pair.runner(LOAD, Placement.everywhere(2), WorkerLossPolicy.STOP);
            runner.pauseOn(action -> {
                done.add(action);
                return Optional.empty();
            });
            var unused = pair.loading.thenAccept(second -> {
                runner.disturb(Fault.OnBroker.PAUSE);
                runner.disturb(Fault.OnBroker.RESUME);
                runner.disturb(Fault.OnBroker.PAUSE);
            });
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> runner.disturb(Fault.OnBroker.KILL))
                    .withMessageContaining("only be paused and resumed");
            assertThat(runner.run().outcome()).isEqualTo(Outcome.SUCCESS);
            runner.disturb(Fault.OnBroker.PAUSE);
        }
        assertThat(done)
                .containsExactly(
                        Fault.OnBroker.PAUSE, Fault.OnBroker.RESUME, Fault.OnBroker.PAUSE, Fault.OnBroker.RESUME);
    }

    /** Paused for 1.7 s in the second second. */
    @Test
    void pauseOfTheBrokerIsTheCauseOfTheOutage() throws Exception {
        try (Fellowship pair = new Fellowship().workers(2)) {
            ClusterRunner runner = pair.runner(LOAD, Placement.everywhere(2), WorkerLossPolicy.STOP);
            runner.pauseOn(action -> {
                SimBroker broker = SimBroker.find("sim://" + pair.broker).orElseThrow();
                if (action == Fault.OnBroker.PAUSE) {
                    broker.pause();
                } else {
                    broker.resume();
                }
                return Optional.empty();
            });
            var unused = pair.loading.thenAccept(second -> {
                runner.disturb(Fault.OnBroker.PAUSE);
                pair.time.schedule(pair.time.nanoTime() + 17 * TENTH, () -> runner.disturb(Fault.OnBroker.RESUME));
            });
            RunResult result = runner.run();

            assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(result.faults()).extracting(FaultResult::action).containsExactly("pause", "resume");
            assertThat(result.faults())
                    .allSatisfy(fault -> assertThat(fault.publish()).hasValueSatisfying(outage -> {
                        assertThat(outage.seconds()).isBetween(1.5, 3.5);
                        assertThat(outage.over()).isTrue();
                    }));
            assertThat(result.faults().get(0).beganNs()).isBetween(SECOND, 3 * SECOND);
            assertThat(findings(result)).contains("fault").doesNotContain("outage");
        }
    }

    @Test
    void aPairChangesItsRateAtOneInstant() throws Exception {
        try (Fellowship pair = new Fellowship().workers(2)) {
            String load = """
                    producers:
                      - { to: queue://T, count: 2, rate: 200/s }
                      - { to: queue://U, count: 1, rate: 100/s }
                    consumers: { from: [queue://T, queue://U], count: 2 }
                    phases: { measure: 4s, drain: 60s }
                    """;
            ClusterRunner runner = pair.runner(load, Placement.everywhere(2), WorkerLossPolicy.STOP);
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
