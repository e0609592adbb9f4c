package dev.dyno.engine.run;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.sim.SimCounts;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ConsumerGroup.Mode;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.Action;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.ProducerGroup.OnSendFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same as everywhere else, with threads and in real time: whatever the timing, the accounts are exact. */
@Timeout(60)
@Tag("slow")
class StressTest {

    private final Simulation simulation = new Simulation();

    private RunResult run() {
        return simulation.runInRealTime();
    }

    private void assertExact(RunResult result, long subscriptions) {
        SimCounts truth = simulation.truth();
        LedgerCounts ledger = result.ledger();
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.totals().sent()).isEqualTo(truth.sent() - 1).isGreaterThan(500);
        assertThat(result.totals().acknowledged()).isEqualTo(truth.acknowledged() - 1);
        assertThat(result.totals().received()).isEqualTo(truth.delivered() - subscriptions);
        assertThat(ledger.inDoubt()).isEqualTo(truth.failed());
        assertThat(ledger.expected()).isEqualTo(subscriptions * (truth.acknowledged() - 1));
        assertThat(ledger.lost()).isEqualTo(subscriptions * truth.lost());
        assertThat(ledger.duplicate()).isEqualTo(subscriptions * truth.duplicated());
        assertThat(ledger.delivered()).isEqualTo(ledger.expected() - ledger.lost());
        assertThat(ledger.corrupt()).isZero();
        assertThat(ledger.stale()).isZero();
        assertThat(ledger.exact()).isTrue();
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
        assertThat(result.totals().negative()).isZero();
        assertThat(count(result, Latency.RESPONSE)).isEqualTo(result.totals().acknowledged());
        // Of a message that came twice, the first delivery counts.
        assertThat(count(result, Latency.END_TO_END)).isEqualTo(result.totals().received() - ledger.duplicate());
    }

    private static long count(RunResult result, Latency latency) {
        return result.latencies().get(latency).map(Histogram::getTotalCount).orElse(0L);
    }

    @ParameterizedTest
    @CsvSource({
        // load, pending, consumers, mode, acknowledgement, batch, whether the broker's thread may send
        "constant 20000/s,         100, 10, LISTENER, AUTO,       1,   yes",
        "all-out,                  10,  10, LISTENER, CLIENT,     7,   no",
        "all-out,                  10,  10, LISTENER, CLIENT,     7,   yes",
        "constant 5000/s poisson,  0,   3,  RECEIVE,  INDIVIDUAL, 1,   no",
        "all-out,                  1,   4,  RECEIVE,  TRANSACTED, 13,  no",
        "all-out,                  1,   4,  RECEIVE,  TRANSACTED, 13,  yes",
        "'burst 1000/s for 100ms, 20000/s for 100ms', 50, 5, POLL, CLIENT, 100, no"
    })
    void twentyProducersOnThreeLoops(
            String load, int maxPending, int consumers, Mode mode, AckMode ack, int batch, String lend) {
        simulation
                .script("lend", lend)
                .script("service", "2us")
                .script("lose", "0.01")
                .script("duplicate", "0.01")
                .script("fail", "0.01");
        simulation.onFailure = OnSendFailure.COUNT;
        simulation.load = LoadShape.parse(load);
        simulation.producers = 20;
        simulation.threads = 3;
        simulation.maxPending = maxPending;
        simulation.consumers = consumers;
        simulation.receiveMode = mode;
        simulation.ack = ack;
        simulation.consumerCommitInterval = batch;
        simulation.duration = Duration.ofMillis(900);
        // Some are lost, so the drain lasts to its deadline: time for the last duplicate to come.
        simulation.drain = Duration.ofSeconds(1);
        assertExact(run(), 1);
    }

    @ParameterizedTest
    @CsvSource({
        "SYNC, 0, all-out",
        "SYNC, 0, constant 2000/s",
        "TRANSACTED, 10, all-out",
        "TRANSACTED, 7, constant 5000/s"
    })
    void producersThatBlockHaveAThreadEach(SendMode mode, int commitInterval, String load) {
        simulation.script("service", "exponential(20us)");
        simulation.mode = mode;
        simulation.commitInterval = commitInterval;
        simulation.load = LoadShape.parse(load);
        simulation.producers = 20;
        simulation.consumers = 10;
        simulation.ack = AckMode.TRANSACTED;
        simulation.consumerCommitInterval = 7;
        simulation.duration = Duration.ofMillis(900);
        RunResult result = run();
        assertExact(result, 1);
        assertThat(result.ledger().lost()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "yes"})
    void aFullBrokerIsTriedAgainFromManyLoops(String lend) {
        simulation.script("service", "20us").script("capacity", "16").script("lend", lend);
        simulation.producers = 20;
        simulation.threads = 3;
        simulation.maxPending = 5;
        simulation.consumers = 10;
        simulation.duration = Duration.ofMillis(900);
        RunResult result = run();
        assertExact(result, 1);
        assertThat(simulation.truth().refused()).isPositive();
        assertThat(result.totals().blocked()).isPositive();
    }

    @Test
    void everyDurableSubscriptionGetsEverything() {
        simulation.script("service", "2us");
        simulation.destinations = List.of(Destination.parse("topic://T"));
        simulation.durable = true;
        simulation.clientId = Optional.of("stress");
        simulation.load = LoadShape.parse("constant 10000/s");
        simulation.producers = 6;
        simulation.threads = 2;
        simulation.maxPending = 100;
        simulation.consumers = 4;
        simulation.receiveMode = Mode.RECEIVE;
        simulation.duration = Duration.ofMillis(900);
        assertExact(run(), 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "yes"})
    void anInterruptFromAnotherThreadDrains(String lend) throws InterruptedException {
        simulation.script("service", "10us").script("lend", lend);
        simulation.producers = 20;
        simulation.threads = 3;
        simulation.consumers = 10;
        simulation.maxPending = 10;
        simulation.duration = Duration.ZERO;
        Thread[] stopper = new Thread[1];
        try (SystemTime time = new SystemTime()) {
            simulation.whileRunning = runner -> {
                stopper[0] = new Thread(() -> {
                    long untilNs = time.nanoTime() + 700_000_000;
                    while (time.nanoTime() < untilNs) {
                        time.parkUntil(untilNs);
                    }
                    runner.stop();
                });
                stopper[0].start();
            };
            RunResult result = simulation.inRealTime(time).run();
            stopper[0].join();
            assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
            assertThat(result.totals().acknowledged()).isEqualTo(result.totals().sent());
            assertThat(result.ledger().delivered()).isEqualTo(result.totals().sent());
            assertThat(result.ledger().lost()).isZero();
        }
    }

    @Test
    void aBrokerThatDiesEndsManyThreadsAtOnce() {
        simulation.script("service", "10us").script("die", "700ms");
        simulation.mode = SendMode.SYNC;
        simulation.producers = 20;
        simulation.consumers = 10;
        simulation.receiveMode = Mode.RECEIVE;
        simulation.duration = Duration.ofSeconds(30);
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

    private static Fault fault(Action action, long millis) {
        return new Fault(Duration.ofMillis(millis), action);
    }

    @Tag("timing")
    @ParameterizedTest
    @CsvSource({
        "ASYNC,      0,  all-out,             LISTENER, AUTO,       1,  no",
        "ASYNC,      0,  all-out,             LISTENER, AUTO,       1,  yes",
        "ASYNC,      0,  constant 5000/s,     RECEIVE,  INDIVIDUAL, 1,  no",
        "ASYNC,      0,  constant 20000/s,    LISTENER, CLIENT,     7,  no",
        "SYNC,       0,  all-out,             RECEIVE,  TRANSACTED, 13, no",
        "SYNC,       0,  constant 2000/s,     POLL,     AUTO,       1,  no",
        "TRANSACTED, 10, all-out,             LISTENER, TRANSACTED, 5,  no"
    })
    void nothingThatWasAcknowledgedIsLostWhateverTheTiming(
            SendMode mode, int commitInterval, String load, Mode receiveMode, AckMode ack, int batch, String lend) {
        Simulation simulation = new Simulation().script("service", "5us").script("lend", lend);
        simulation.mode = mode;
        simulation.commitInterval = commitInterval;
        simulation.load = LoadShape.parse(load);
        simulation.receiveMode = receiveMode;
        simulation.ack = ack;
        simulation.consumerCommitInterval = batch;
        simulation.producers = 20;
        simulation.threads = mode == SendMode.ASYNC ? 3 : 1;
        simulation.maxPending = mode == SendMode.ASYNC ? 20 : 1;
        simulation.consumers = 10;
        simulation.persistent = true;
        simulation.duration = Duration.ofMillis(1_500);
        simulation.broker = new SimulatedFaults(simulation);
        simulation.faults = new FaultPlan(
                List.of(
                        fault(Action.KILL, 300),
                        fault(Action.RESTART, 400),
                        fault(Action.PAUSE, 600),
                        fault(Action.RESUME, 650),
                        fault(Action.RESTART, 900)),
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

    /** Those that a run starts, by their names. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("(send-|receive|reconnect|close|faults).*"))
                .filter(Thread::isAlive)
                .collect(Collectors.toSet());
    }
}
