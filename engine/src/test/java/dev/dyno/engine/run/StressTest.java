package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.sim.SimCounts;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ConsumerGroup.Mode;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.OnBroker;
import dev.dyno.model.workload.FaultPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same as everywhere else, with threads and in real time: whatever the timing, the accounts are exact. */
@Timeout(60)
@Tag("slow")
class StressTest extends SimulatedRun {

    private RunResult run() {
        return simulation.runInRealTime();
    }

    private void assertExact(RunResult result, long subscriptions) {
        SimCounts truth = simulation.truth();
        LedgerCounts ledger = result.ledger();
        assertThat(result.totals().sent()).isEqualTo(truth.sent() - 1).isGreaterThan(500);
        assertThat(result.totals().acknowledged()).isEqualTo(truth.acknowledged() - 1);
        assertThat(result.totals().received() + ledger.duplicate()).isEqualTo(truth.delivered() - subscriptions);
        assertThat(ledger.inDoubt()).isEqualTo(truth.failed());
        assertThat(ledger.expected()).isEqualTo(subscriptions * (truth.acknowledged() - 1));
        assertThat(ledger.lost()).isEqualTo(subscriptions * truth.lost());
        assertThat(ledger.duplicate()).isEqualTo(subscriptions * truth.duplicated());
        assertThat(ledger.delivered()).isEqualTo(ledger.expected() - ledger.lost());
        assertCounts(result, "success, corrupt 0, stale 0, exact true, negative 0");
        assertThat(truth.rolledBack()).isZero();
        assertThat(truth.redelivered()).isZero();
        assertThat(simulation.intervals.stream()
                        .mapToLong(interval -> interval.counts().received())
                        .sum())
                .isEqualTo(result.totals().received());
        long expectedStart = 0;
        for (Interval interval : simulation.intervals) {
            assertThat(interval.startNs()).isEqualTo(expectedStart);
            expectedStart = interval.endNs();
        }
        // The first delivery counts of a message that came twice.
        String counts = "response %d, end-to-end %d"
                .formatted(result.totals().acknowledged(), result.totals().received());
        assertCounts(result, counts);
    }

    @ParameterizedTest
    @CsvSource({
        // load, pending, consumers, mode, acknowledgement, batch, whether the broker's thread may send
        "constant 20000/s,         100, 10, LISTENER, AUTO,       1,   yes",
        "all-out,                  10,  10, LISTENER, CLIENT,     7,   yes",
        "constant 5000/s poisson,  0,   3,  RECEIVE,  INDIVIDUAL, 1,   no",
        "all-out,                  1,   4,  RECEIVE,  TRANSACTED, 13,  no",
        "'burst 1000/s for 100ms, 20000/s for 100ms', 50, 5, POLL, CLIENT, 100, no"
    })
    void twentyProducersOnThreeLoops(
            String load, int maxPending, int consumers, Mode mode, AckMode ack, int batch, String lend) {
        simulation.set(
                "lend=%s; service=2us; lose=0.01; duplicate=0.01; fail=0.01; onFailure COUNT; load %s; "
                        + "producers 20; threads 3; maxPending %s",
                lend, load, maxPending);
        simulation.set("consumers %s; receiveMode %s; ack %s", consumers, mode, ack);
        simulation.set("consumerCommitInterval %s; duration 900ms", batch);
        // Some are lost, so the drain lasts to its deadline: time for the last duplicate to come.
        simulation.drain = Duration.ofSeconds(1);
        assertExact(run(), 1);
    }

    @ParameterizedTest
    @CsvSource({"all-out, 10, 10, LISTENER, CLIENT,     7,  no", "all-out, 1,  4,  RECEIVE,  TRANSACTED, 13, yes"})
    @Tag("nightly")
    void soTheyAreWithTheSenderOfTheOther(
            String load, int maxPending, int consumers, Mode mode, AckMode ack, int batch, String lend) {
        twentyProducersOnThreeLoops(load, maxPending, consumers, mode, ack, batch, lend);
    }

    @ParameterizedTest
    @CsvSource({"SYNC, 0, all-out", "TRANSACTED, 7, constant 5000/s"})
    void producersThatBlockHaveAThreadEach(SendMode mode, int commitInterval, String load) {
        simulation.set(
                "service=exponential(20us); mode %s; commitInterval %s; load %s; producers 20; "
                        + "consumers 10; ack TRANSACTED; consumerCommitInterval 7; duration 900ms",
                mode, commitInterval, load);
        RunResult result = run();
        assertExact(result, 1);
        assertThat(result.ledger().lost()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"SYNC, 0, constant 2000/s", "TRANSACTED, 10, all-out"})
    @Tag("nightly")
    void soHaveThoseOfOtherLoads(SendMode mode, int commitInterval, String load) {
        producersThatBlockHaveAThreadEach(mode, commitInterval, load);
    }

    @ParameterizedTest
    @ValueSource(strings = "yes")
    void aFullBrokerIsTriedAgainFromManyLoops(String lend) {
        simulation.set(
                "service=20us; capacity=16; lend=%s; producers 20; threads 3; maxPending 5; consumers 10; duration 900ms",
                lend);
        RunResult result = run();
        assertExact(result, 1);
        assertThat(simulation.truth().refused()).isPositive();
        assertThat(result.totals().blocked()).isPositive();
    }

    @Test
    @Tag("nightly")
    void soItIsWhereTheBrokersThreadSendsNothing() {
        aFullBrokerIsTriedAgainFromManyLoops("no");
    }

    @Test
    void everyDurableSubscriptionGetsEverything() {
        simulation.set("service=2us; destinations topic://T; durable true; clientId stress; "
                + "load constant 10000/s; producers 6; threads 2; maxPending 100; consumers 4; "
                + "receiveMode RECEIVE; duration 900ms");
        assertExact(run(), 4);
    }

    @ParameterizedTest
    @ValueSource(strings = "yes")
    void anInterruptFromAnotherThreadDrains(String lend) {
        simulation.set(
                "service=10us; lend=%s; producers 20; threads 3; consumers 10; maxPending 10; duration 0s", lend);
        simulation.whileRunning = runner ->
                CompletableFuture.delayedExecutor(700, TimeUnit.MILLISECONDS).execute(runner::stop);
        RunResult result = run();
        long sent = result.totals().sent();
        assertCounts(result, "interrupted, acknowledged " + sent + ", delivered " + sent + ", lost 0");
    }

    @Test
    @Tag("nightly")
    void soItDoesWhereTheBrokersThreadSendsNothing() {
        anInterruptFromAnotherThreadDrains("no");
    }

    @Test
    void aBrokerThatDiesEndsManyThreadsAtOnce() {
        simulation.set("service=10us; die=700ms; mode SYNC; producers 20; consumers 10; receiveMode RECEIVE; "
                + "duration 30s");
        try (SystemTime time = new SystemTime()) {
            long beganNs = time.nanoTime();
            RunResult result = simulation.inRealTime(time).run();
            assertThat(result.outcome().cause())
                    .contains("sim://" + simulation.name
                            + ": the simulated broker has died, as its setting 'die' asks for");
            assertThat(result.totals().acknowledged() + result.ledger().inDoubt())
                    .isEqualTo(result.totals().sent());
            // 0.7 s, and 2 s for all that hang together.
            assertThat(time.nanoTime() - beganNs).isLessThan(5_000_000_000L);
        }
    }

    // Faults in real time, with a thread for everything: whenever a connection breaks, the accounts are exact.

    private static Fault fault(OnBroker action, long millis) {
        return new Fault(Duration.ofMillis(millis), action);
    }

    @Tag("timing")
    @ParameterizedTest
    @CsvSource({
        "ASYNC,      0,  all-out,             LISTENER, AUTO,       1,  yes",
        "ASYNC,      0,  constant 5000/s,     RECEIVE,  INDIVIDUAL, 1,  no",
        "SYNC,       0,  all-out,             RECEIVE,  TRANSACTED, 13, no",
        "TRANSACTED, 10, all-out,             LISTENER, TRANSACTED, 5,  no"
    })
    void nothingThatWasAcknowledgedIsLostWhateverTheTiming(
            SendMode mode, int commitInterval, String load, Mode receiveMode, AckMode ack, int batch, String lend) {
        simulation.set("service=5us; lend=%s; mode %s; commitInterval %s; load %s", lend, mode, commitInterval, load);
        simulation.set("receiveMode %s; ack %s; consumerCommitInterval %s", receiveMode, ack, batch);
        simulation.set(
                "producers 20; threads %s; maxPending %s; consumers 10; persistent true; duration 1500ms",
                mode == SendMode.ASYNC ? 3 : 1, mode == SendMode.ASYNC ? 20 : 1);
        simulation.broker = new SimulatedFaults(simulation);
        simulation.faults = new FaultPlan(
                List.of(
                        fault(OnBroker.KILL, 300),
                        fault(OnBroker.RESTART, 400),
                        fault(OnBroker.PAUSE, 600),
                        fault(OnBroker.RESUME, 650),
                        fault(OnBroker.RESTART, 900)),
                Optional.of(Duration.ofMillis(5)));
        Set<Thread> before = threads();
        RunResult result = simulation.runInRealTime();
        assertCounts(result, "success, lossKnown true, lost 0");
        assertThat(result.ledger().delivered())
                .isEqualTo(result.ledger().expected())
                .isGreaterThan(500);
        assertThat(result.ledger().expected() + result.ledger().inDoubt())
                .isEqualTo(result.totals().sent());
        assertThat(result.ledger().inDoubt()).isEqualTo(result.totals().failed());
        assertThat(result.faults())
                .extracting(FaultResult::action)
                .containsExactly("kill", "restart", "pause", "resume", "restart");
        assertThat(result.faults().stream()
                        .mapToLong(f -> f.reconnects().restored())
                        .sum())
                .isEqualTo(60);
        assertThat(result.faults().get(0).publish()).hasValueSatisfying(outage -> {
            assertThat(outage.over()).isTrue();
            assertThat(outage.toNs()).isGreaterThan(400_000_000);
            assertThat(outage.fromNs()).isLessThan(400_000_000);
        });
        assertThat(threads()).filteredOn(thread -> !before.contains(thread)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ASYNC, all-out,          LISTENER, AUTO,   1",
        "ASYNC, constant 20000/s, LISTENER, CLIENT, 7",
        "SYNC,  constant 2000/s,  POLL,     AUTO,   1"
    })
    @Tag("nightly")
    void norIsItInOtherModes(SendMode mode, String load, Mode receiveMode, AckMode ack, int batch) {
        nothingThatWasAcknowledgedIsLostWhateverTheTiming(mode, 0, load, receiveMode, ack, batch, "no");
    }

    /** Threads that a run starts, by their names. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("(send-|receive|reconnect|close|faults).*"))
                .filter(Thread::isAlive)
                .collect(Collectors.toSet());
    }
}
