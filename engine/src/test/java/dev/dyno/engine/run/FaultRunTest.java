package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.InDoubtException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.sim.SimDriver;
import dev.dyno.engine.record.Faultable;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.FaultResult.Reconnects;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict.Level;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.OnBroker;
import dev.dyno.model.workload.Fault.OnNetwork;
import dev.dyno.model.workload.Fault.OnNetwork.Effect;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import dev.dyno.model.workload.Span;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults as part of a run, to the nanosecond: the broker is simulated, and the clock virtual. */
class FaultRunTest extends SimulatedRun {

    /** Ten seconds, a message each 10 ms, each acknowledged after 1 ms and delivered 1 ms later. */
    FaultRunTest() {
        simulation.set("load constant 100/s; duration 10s; maxPending 10; persistent true; service=1ms; delivery=1ms");
    }

    /** Result of a run with faults: {@code kill 3s}, … */
    private RunResult faults(String... texts) {
        SimulatedFaults.plan(simulation, texts);
        return simulation.run();
    }

    /** All but those of this machine, whose real load does not matter on the virtual clock. */
    private static List<String> reasonsOfLoad(RunResult result) {
        return result.verdict().reasons().stream()
                .map(Finding::code)
                .filter(code -> !code.endsWith("-saturated") && !code.equals("worker-gc"))
                .toList();
    }

    private static long sum(RunResult result, ToLongFunction<FaultResult> figure) {
        return result.faults().stream().mapToLong(figure).sum();
    }

    private static Outage closed(long fromNs, long toNs) {
        return new Outage(fromNs, toNs, true);
    }

    private void assertNothingLost(RunResult result) {
        assertCounts(
                result,
                "success, lossKnown true, lost 0, delivered " + result.ledger().expected());
        assertThat(result.ledger().expected() + result.ledger().inDoubt())
                .isEqualTo(result.totals().sent());
    }

    @Test
    void aKillAndARestartAreTimedToTheNanosecond() {
        // The message of 3.00 s is under way when the broker is killed at 3.0005 s.
        RunResult result = faults("kill 3.0005s", "restart 5s");
        assertNothingLost(result);
        assertCounts(result, "sent 1_000, inDoubt 1");
        // Attempts at once and 0.1, 0.3, 0.7, 1.5 s later, then each second: the one at 5.5005 s succeeds.
        long backNs = 5_500_500_000L;
        // The last acknowledgement is that of 2.99 s; the first one after it comes 1 ms after the connection.
        Outage publish = closed(2_991 * MS, backNs + MS);
        Outage consume = closed(2_992 * MS, backNs + 2 * MS);
        String refused =
                "cannot connect to sim://" + simulation.name + ": connection refused, the simulated broker was killed";
        Optional<Long> back = Optional.of(backNs);
        Reconnects none = new Reconnects(2, 10, 0, Optional.empty(), Optional.empty(), Optional.of(refused));
        Reconnects two = new Reconnects(0, 2, 2, back, back, Optional.empty());
        assertThat(result.faults())
                .containsExactly(
                        fault("kill", 3_000_500_000L, publish, consume, 1, none),
                        fault("restart", 5 * SECOND, publish, consume, 0, two));
        assertThat(reasonsOfLoad(result)).isEmpty();
    }

    /**
     * The faults above, and from 6 s to 9 s nothing is sent because a viewer pauses the load: 3.01 s without an acknowledgement,
     * longer than the outage of the faults, which is the same as without the pause.
     */
    @ParameterizedTest
    @EnumSource(names = {"ASYNC", "SYNC"})
    void aPauseOfTheLoadIsNoOutageOfTheFaultBeforeIt(SendMode mode) {
        simulation.mode = mode;
        simulation.whileRunning = runner -> {
            simulation.time.schedule(5_600 * MS, () -> runner.steer(0));
            simulation.time.schedule(8_600 * MS, () -> runner.steer(100));
        };
        RunResult result = faults("kill 3.0005s", "restart 5s");
        assertThat(simulation.intervals.subList(6, 9))
                .extracting(interval -> interval.counts().sent())
                .containsOnly(0L);
        Optional<Outage> publish = Optional.of(closed(2_991 * MS, 5_501_500_000L));
        Optional<Outage> consume = Optional.of(closed(2_992 * MS, 5_502_500_000L));
        assertThat(result.faults())
                .extracting(
                        FaultResult::action,
                        FaultResult::publish,
                        FaultResult::worstProducer,
                        FaultResult::consume,
                        FaultResult::worstSubscription)
                .containsExactly(
                        tuple("kill", publish, publish, consume, consume),
                        tuple("restart", publish, publish, consume, consume));
    }

    private static FaultResult fault(
            String action, long atNs, Outage publish, Outage consume, long inDoubt, Reconnects reconnects) {
        return Samples.changed(
                Samples.fault(action, atNs),
                Map.of(
                        "publish", Optional.of(publish),
                        "worstProducer", Optional.of(publish),
                        "consume", Optional.of(consume),
                        "worstSubscription", Optional.of(consume),
                        "inDoubt", inDoubt,
                        "reconnects", reconnects));
    }

    @Test
    void theIntervalsOfAnOutageAreThereAndShowNothing() {
        RunResult result = faults("kill 3s", "restart 5s");
        assertNothingLost(result);
        List<Interval> intervals = simulation.intervals;
        assertThat(intervals.subList(3, 5))
                .extracting(Interval::counts)
                .allMatch(counts -> counts.sent() + counts.acknowledged() + counts.received() == 0);
        assertThat(intervals.get(2).counts().acknowledged()).isEqualTo(100);
        // Messages that had waited are sent as soon as there is a connection.
        assertThat(intervals.get(5).counts().acknowledged()).isEqualTo(300);
        assertThat(intervals.get(6).counts().acknowledged()).isEqualTo(100);
    }

    @Test
    void whatIsMissedInAnOutageIsSkippedIfThatIsThePolicy() {
        simulation.missed = MissedSlots.SKIP;
        RunResult result = faults("kill 3s", "restart 5s");
        assertNothingLost(result);
        assertThat(result.totals().sent() + result.totals().skipped()).isEqualTo(1_000);
        assertThat(result.totals().skipped()).isBetween(249L, 250L);
        assertThat(reasonsOfLoad(result)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ASYNC, 0, AUTO, 1, LISTENER",
        "SYNC, 0, AUTO, 1, LISTENER",
        "TRANSACTED, 10, TRANSACTED, 7, LISTENER",
        "ASYNC, 0, CLIENT, 7, LISTENER",
        "SYNC, 0, INDIVIDUAL, 1, LISTENER"
    })
    void nothingThatWasAcknowledgedIsLostInAnyMode(SendMode mode, int commitInterval, AckMode ack, int batch) {
        simulation.set("mode %s; commitInterval %s; ack %s", mode, commitInterval, ack);
        simulation.set("consumerCommitInterval %s; consumers 3", batch);
        if (mode == SendMode.ASYNC) {
            simulation.set("producers 4; threads 1");
        }
        RunResult result = faults("kill 3.0005s", "restart 4s", "stop 6.0005s", "restart 7s", "restart 8s");
        assertNothingLost(result);
        assertThat(result.ledger().inDoubt()).isPositive().isEqualTo(sum(result, FaultResult::inDoubt));
        assertThat(result.ledger().duplicate()).isEqualTo(sum(result, FaultResult::duplicate));
        assertThat(result.faults()).hasSize(5);
        assertThat(reasonsOfLoad(result)).isEmpty();
        // Everything that a consumer had not acknowledged came again.
        assertThat(simulation.truth().redelivered()).isEqualTo(result.ledger().duplicate());
    }

    @Test
    void anAllOutLoadContinuesAfterAnOutage() {
        simulation.load = LoadShape.ALL_OUT;
        RunResult result = faults("kill 3.0005s", "restart 5s");
        assertNothingLost(result);
        assertThat(result.totals().acknowledged()).isBetween(7_490L, 7_510L);
        assertThat(reasonsOfLoad(result)).doesNotContain("rate-not-steady");
    }

    @Test
    void aPauseMakesMessagesLateAndBreaksNothing() {
        simulation.maxPending = 0;
        RunResult result = faults("pause 3s", "resume 5s");
        assertNothingLost(result);
        assertThat(result.ledger().inDoubt()).isZero();
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("pause", "resume");
        FaultResult pause = result.faults().get(0);
        // The message of 2.99 s is the last one before it; the one of 3.00 s is served in the first ms after it.
        assertThat(pause.publish()).contains(closed(2_991 * MS, 5_001 * MS));
        assertThat(pause.consume()).contains(closed(2_992 * MS, 5_002 * MS));
        assertThat(pause.reconnects()).isEqualTo(Reconnects.NONE);
        assertThat(latency(result, Latency.RESPONSE).getMaxValue()).isBetween(2 * SECOND, 2 * SECOND + 10 * MS);
    }

    @Test
    void aBrokerThatIsStillPausedAtTheEndOfTheLoadContinues() {
        simulation.maxPending = 0;
        RunResult result = faults("pause 8s");
        assertNothingLost(result);
        assertThat(result.ledger().delivered()).isEqualTo(1_000);
        assertThat(simulation.notes).contains("the broker was still paused at the end of the load, and was resumed");
        assertThat(simulation.time.nanoTime()).isLessThan(11 * SECOND);
    }

    /** A message each 10 ms: nothing was acknowledged for 9 ms when the pause began. */
    @Test
    void theOutageOfAFaultIsNotThatOfTheFaultBefore() {
        simulation.maxPending = 0;
        List<FaultResult> results = faults("resume 3s", "pause 5s", "resume 6s").faults();
        assertThat(results.get(0).publish()).contains(closed(2_991 * MS, 3_001 * MS));
        assertThat(results.get(0).worstProducer()).contains(closed(2_991 * MS, 3_001 * MS));
        assertThat(results.get(1).publish()).contains(closed(4_991 * MS, 6_001 * MS));
        assertThat(results.get(2).publish()).contains(closed(4_991 * MS, 6_001 * MS));
    }

    /** The broker stands still for 74 ms until 3.005 s, by itself; a kill begins in that time, and is done at 3.0205 s. */
    @Test
    void aStallThatEndsWhileTheBrokerIsBeingKilledIsNoOutageOfTheKill() {
        SimulatedFaults.plan(simulation, "kill 3s", "restart 3.1s");
        Faultable atOnce = simulation.broker;
        simulation.broker = action -> {
            simulation.time.advance(action == OnBroker.KILL ? 20 * MS + 500_000 : 0);
            return atOnce.act(action);
        };
        simulation.whileRunning = runner -> {
            simulation.time.schedule(
                    2_945 * MS, () -> SimulatedFaults.broker(simulation).pause());
            simulation.time.schedule(
                    3_010 * MS, () -> SimulatedFaults.broker(simulation).resume());
        };
        FaultResult kill = simulation.run().faults().get(0);
        // The attempt to reconnect 0.1 s after the break succeeds.
        assertThat(kill.publish()).contains(closed(3_010 * MS, 3_121_500_000L));
        assertThat(kill.worstProducer()).isEqualTo(kill.publish());
    }

    @Test
    void theEndOfTheLoadEndsADelayButResetsNoConnection() {
        List<String> done = new ArrayList<>();
        simulation.broker = action -> {
            done.add(action.toString());
            return Optional.empty();
        };
        simulation.faults = new FaultPlan(
                List.of(
                        new Fault(Duration.ofSeconds(3), new OnNetwork(Effect.RESET, 0, false)),
                        new Fault(Duration.ofSeconds(4), new OnNetwork(Effect.DELAY, 50 * MS, false))),
                Optional.empty());
        assertNothingLost(simulation.run());
        assertThat(done).containsExactly("reset", "delay=50ms", "delay=off");
        assertThat(simulation.notes)
                .filteredOn(note -> note.contains("end of the load"))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(SendMode.class)
    void aRunWhoseBrokerStaysDownEndsInTime(SendMode mode) {
        simulation.mode = mode;
        // Messages that the consumer has not fetched by then stay at the broker.
        simulation.set("delivery=20ms; commitInterval %s", mode == SendMode.TRANSACTED ? 10 : 0);
        RunResult result = faults("stop 4s");
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.measuredNs()).isEqualTo(10 * SECOND);
        assertThat(simulation.time.nanoTime()).isLessThan(10 * SECOND + 100 * MS);
        assertCounts(
                result,
                "knowsLost false, lost 0, fateUnknown " + result.ledger().undelivered());
        assertThat(findings(result)).contains("broker-away").doesNotContain("messages-lost", "fate-unknown");
        FaultResult stop = result.faults().get(0);
        assertThat(stop.publish().orElseThrow().over()).isFalse();
        assertThat(stop.publish().orElseThrow().toNs()).isEqualTo(10 * SECOND);
        assertThat(stop.consume().orElseThrow().over()).isFalse();
        assertThat(stop.reconnects().restored()).isZero();
        assertThat(stop.reconnects().broken()).isEqualTo(2);
    }

    /** The first time both connections are back 0.2 s after the restart, by attempts at once, and 0.1, 0.3 and 0.7 s later. */
    @Test
    void connectionsThatAreNotBackAtTheEndLeaveTheTimeOfTheSlowestOpen() {
        Figure time = Figures.find(Figure.Use.RESULT, "reconnect-time").orElseThrow();
        assertThat(time.of(Numbers.of(faults("kill 2.0005s", "restart 2.5s"))))
                .contains(new Figure.Value(200.5 * MS, 200.5 * MS));
        Figure.Value open = time.of(Numbers.of(faults("kill 2.0005s", "restart 2.5s", "stop 6s")))
                .orElseThrow();
        assertThat(open.isOpen()).isTrue();
        assertThat(open.low()).isBetween(4.0 * SECOND, 4.1 * SECOND);
    }

    /** It is gone for the last 6 s: 600 messages were due, and the 500th of them, from the latest, waited for 5 s. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRunWhoseBrokerNeverComesBackHasFailed(boolean consume) {
        simulation.set("consume %s; die=4s", consume);
        RunResult result = faults();
        assertThat(result.outcome().cause().orElse(""))
                .startsWith(
                        "the connections did not come back before the end of the run; the last attempt to reconnect failed: ")
                .contains("connection refused");
        assertThat(result.verdict().level()).isEqualTo(Level.INVALID);
        assertThat(result.measuredNs()).isEqualTo(10 * SECOND);
        DueMessages due = result.due().orElseThrow();
        assertThat(due.messages()).isEqualTo(1_000);
        assertThat(due.unsent() + due.unacknowledged()).isBetween(599L, 601L);
        assertThat(openNs(result, Latency.RESPONSE, 90)).isBetween(4_980 * MS, 5_020 * MS);
    }

    @Test
    void aBrokerThatComesBackDuringTheDrainIsDrained() {
        simulation.consumerSpan = new Span(Duration.ofMillis(9_600), Optional.empty());
        // Attempts at once and 0.1, 0.3, 0.7 s later.
        RunResult result = faults("kill 9.5005s", "restart 9.95s");
        assertNothingLost(result);
        assertCounts(result, "delivered 950");
        assertThat(result.drainNs()).isBetween(200 * MS, 210 * MS);
        FaultResult restart = result.faults().get(1);
        assertThat(restart.reconnects().firstNs()).contains(10_200_500_000L);
        // From the start of the load, as nothing had come before; to the first delivery.
        assertThat(restart.consume()).contains(closed(0, 10_200_500_000L));
    }

    @Test
    void whatIsNotPersistentIsLostAndCountedWithTheFaultThatTookIt() {
        simulation.set("persistent false; consumerSpan 9500ms");
        RunResult result = faults("kill 4.0005s", "restart 4.01s", "kill 8.0005s", "restart 8.01s");
        // All that was acknowledged until 4 s and 8 s; what was under way then is in doubt.
        assertThat(result.faults()).extracting(FaultResult::lost).containsExactly(400L, 0L, 399L, 0L);
        assertThat(result.faults()).extracting(FaultResult::inDoubt).containsExactly(1L, 0L, 1L, 0L);
        assertThat(result.ledger().lost()).isEqualTo(799);
        // With the probe, which no consumer was there for.
        assertThat(simulation.truth().forgotten()).isEqualTo(800);
        assertThat(result.verdict().level()).isEqualTo(Level.INVALID);
        assertThat(reasonsOfLoad(result)).first().isEqualTo("messages-lost");
    }

    /** Messages that waited for the consumers were gone with their subscriptions; all later ones have come. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            durable true; clientId id                | 2 | notOwed 0
            sharedSubscriptions 0; consumerSpan 6s   | 2 | inDoubt 1, notOwed 600, delivered 1398
            sharedSubscriptions 1; consumerSpan 6s   | 1 | inDoubt 1, notOwed 300, delivered 699
            """)
    void aSubscriptionThatIsGoneMeanwhileIsNotOwedWhatItMissesUnlessItIsDurable(
            String settings, int subscriptions, String counts) {
        simulation.set("destinations topic://T; consumers 2; " + settings);
        RunResult result = faults("kill 3.0005s", "restart 4s");
        assertNothingDue(result, subscriptions);
        assertCounts(result, counts);
    }

    /**
     * As above. Of 1,000 messages it gets 699, those due before 6 s at 6 s: the 500th waited for 1 s. The 900th latency, from the
     * shortest on, is that of a message due at 1 s, which was waited for until 10 s.
     */
    @Test
    void percentilesThatMissedMessagesWouldChangeAreBounds() {
        simulation.set("destinations topic://T; consumers 2; sharedSubscriptions 1; consumerSpan 6s");
        RunResult result = faults("kill 3.0005s", "restart 4s");
        LatencyRange median = percentile(result, Latency.END_TO_END, 50);
        assertThat(median.isExact()).isTrue();
        assertThat(median.lowNs()).isBetween(SECOND, SECOND + 10 * MS);
        assertThat(openNs(result, Latency.END_TO_END, 90)).isBetween(9 * SECOND, 9 * SECOND + 20 * MS);
        assertThat(result.verdict().mark(Latency.END_TO_END, Percentile.P90))
                .contains(new FigureMark(FigureMark.Kind.BOUND, 0.301));
        assertThat(result.verdict().mark(Latency.RESPONSE, Percentile.P90)).isEmpty();
        assertThat(result.verdict().reach()).contains(Percentile.P50);
        // The messages that were missed, and the one in doubt.
        assertThat(result.due().orElseThrow().undelivered()).isEqualTo(301);
        assertCounts(result, "undelivered 0");
        assertThat(sentence(result, "messages-missed")).startsWith("300 messages were sent while ");
        assertThat(findings(result)).doesNotContain("delivered-exactly-once");
    }

    /** The broker forgets what waits in its queue, as in the test of a shared subscription above. */
    @Test
    void aQueueThatEndsWithItsConsumersIsNotOwedWhatItMisses() {
        SimDriver sim = new SimDriver();
        // Its queues are shared subscriptions, as in MQTT.
        simulation.driver = Overriding.method(
                Driver.class,
                sim,
                "open",
                arguments -> Overriding.method(
                        Client.class, sim.open((ClientSpec) arguments[0]), "queuesEndWithConsumers", none -> true));
        simulation.set("persistent false; consumers 2; consumerSpan 6s");
        RunResult result = faults("kill 3.0005s", "restart 4s");
        assertNothingDue(result, 1);
        assertCounts(result, "inDoubt 1, notOwed 300, delivered 699");
    }

    private void assertNothingDue(RunResult result, int subscriptions) {
        assertCounts(result, "success, lossKnown true, lost 0");
        assertThat(result.ledger().expected() + result.ledger().notOwed())
                .isEqualTo(subscriptions * result.totals().acknowledged());
    }

    @Test
    void aFaultThatTheLoadDidNotLastForIsNamed() {
        simulation.set("duration 0s; messageCount 200");
        RunResult result = faults("kill 1s", "restart 1.5s", "kill 8s");
        assertNothingLost(result);
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("kill", "restart");
        assertThat(result.verdict().reasons())
                .extracting(FindingText.FLAGS::line)
                .contains(
                        "SUSPECT fault-not-done: the load was over before the fault kill at 8 s; raise --message-count or"
                                + " let it come earlier");
    }

    @Test
    void withoutReconnectingABrokenConnectionFailsTheRun() {
        SimulatedFaults.plan(simulation, "kill 3s", "restart 4s");
        simulation.faults = new FaultPlan(simulation.faults.faults(), Optional.empty());
        RunResult result = simulation.run();
        assertThat(result.outcome().cause()).contains("sim://" + simulation.name + ": the simulated broker was killed");
        assertThat(result.measuredNs()).isEqualTo(3 * SECOND);
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("kill");
    }

    @Test
    void aFaultThatCannotBeDoneFailsTheRun() {
        SimulatedFaults.plan(simulation, "kill 3s");
        simulation.broker = Faultable.NONE;
        RunResult result = simulation.run();
        assertThat(result.outcome().cause())
                .contains("kill at 3s: Dyno has not started the broker of this run, and cannot do anything to it");
        assertThat(result.measuredNs()).isEqualTo(3 * SECOND);
    }

    @Test
    void connectionsThatBreakByThemselvesAreReplacedAndReported() {
        simulation.whileRunning = runner -> {
            for (long atNs : new long[] {3 * SECOND, 6 * SECOND}) {
                simulation.time.schedule(
                        atNs, () -> SimulatedFaults.broker(simulation).cutConnections());
            }
        };
        RunResult result = faults();
        assertNothingLost(result);
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("break", "break");
        FaultResult first = result.faults().get(0);
        // The load begins 6 ms after the clock, with the probe before it.
        Optional<Long> broken = Optional.of(3 * SECOND - 6 * MS);
        assertThat(broken).contains(first.beganNs());
        Optional<String> cause = Optional.of("sim://" + simulation.name + ": the simulated broker cut the connection");
        assertThat(first.reconnects()).isEqualTo(new Reconnects(2, 2, 2, broken, broken, cause));
    }

    /** For two seconds the connections break each 30 ms, so that without a pause each would be replaced 67 times. */
    @Test
    void aConnectionThatBreaksAtOnceIsNotReplacedWithoutAPause() {
        simulation.whileRunning = runner -> {
            for (long atNs = 3 * SECOND; atNs < 5 * SECOND; atNs += 30 * MS) {
                simulation.time.schedule(
                        atNs, () -> SimulatedFaults.broker(simulation).cutConnections());
            }
        };
        RunResult result = faults();
        assertNothingLost(result);
        // Each of both attempts at 3.00 s, and after breaks at 3.03, 3.15, 3.36, 3.78, 4.59 s 0.1, 0.2, 0.4, 0.8 and 1
        // s
        // later.
        assertThat(sum(result, fault -> fault.reconnects().attempts())).isEqualTo(12);
    }

    /** From 3 s on sends fail, and 300 ms later the client library says that their connection is lost. */
    @ParameterizedTest
    @ValueSource(strings = {"completes", "throws", "blocks"})
    void oneSendFailsOnAConnectionWhoseLossIsReportedLater(String how) {
        DriverException closed = new DriverException("the session is closed");
        Simulation run = new Simulation();
        run.faults = new FaultPlan(List.of(), Optional.of(Duration.ofMillis(100)));
        ScriptedDriver driver = failing(run, how, closed, 3 * SECOND, 3_300 * MS);
        run.at(3_300 * MS, () -> driver.onFailure.accept(closed));
        assertCounts(run.run(), "success, sent 1_000, failed 1, inDoubt 1, delivered 999, lost 0");
    }

    /** The five sends of 50 ms fail. Nobody connects again but the client library, so that the load does not end. */
    @ParameterizedTest
    @ValueSource(strings = {"completes", "throws", "blocks"})
    void sendsOnAConnectionThatTheClientLibraryReplacesAreInDoubt(String how) {
        Simulation run = new Simulation();
        failing(run, how, new InDoubtException("not answered", new IOException()), 2_998 * MS, 3_048 * MS);
        RunResult result = run.run();
        assertCounts(result, "success, sent 1_000, failed 5, inDoubt 5, delivered 995, lost 0");
        assertThat(sentence(result, "sends-failed"))
                .startsWith("5 of 1,000 sends failed, the first because of: not answered; ");
    }

    /** On a driver whose sends fail for a time: by a completion, or because they throw; {@code blocks} is that of a blocking send. */
    private static ScriptedDriver failing(
            Simulation run, String how, DriverException failure, long fromNs, long untilNs) {
        run.set("load constant 100/s; duration 10s; maxPending 10; mode %s", how.equals("blocks") ? "SYNC" : "ASYNC");
        ScriptedDriver driver = run.scripted();
        boolean[] fails = new boolean[1];
        driver.trySend = (producer, body, token, listener) -> {
            if (!fails[0]) {
                return driver.complete(body, token, listener);
            }
            if (how.equals("throws")) {
                throw failure;
            }
            listener.onSendCompleted(token, failure);
            return true;
        };
        driver.send = (producer, body) -> {
            if (fails[0]) {
                throw failure;
            }
            driver.deliver(body);
        };
        run.at(fromNs, () -> fails[0] = true);
        run.at(untilNs, () -> fails[0] = false);
        return driver;
    }

    /** At 3 s a connection breaks, and the first attempts at a new one, at once and 0.1, 0.3 and 0.7 s later, fail. */
    private static RunResult reconnecting(DriverException... attempts) {
        Simulation run = new Simulation();
        run.set("load constant 100/s; duration 10s; maxPending 10");
        run.faults = new FaultPlan(List.of(), Optional.of(Duration.ofMillis(100)));
        ScriptedDriver driver = run.scripted();
        Iterator<DriverException> left = List.of(attempts).iterator();
        run.whileRunning = runner -> run.time.schedule(3 * SECOND, () -> {
            driver.connect = () -> {
                if (left.hasNext()) {
                    throw left.next();
                }
            };
            driver.onFailure.accept(new DriverException("the broker closed the connection"));
        });
        return run.run();
    }

    @Test
    void aRefusalThatEachConnectionWouldGetFailsTheRunWhenItComesTwiceInARow() {
        DriverException refused = new RefusedException("406 PRECONDITION_FAILED", new IOException());
        DriverException away = new DriverException("connection refused");
        RunResult twice = reconnecting(refused, away, refused, refused);
        assertThat(twice.outcome().cause()).contains("406 PRECONDITION_FAILED");
        assertThat(twice.measuredNs()).isBetween(3_690 * MS, 3_700 * MS);
        assertCounts(reconnecting(refused, away, refused, away), "success, sent 1_000, lost 0");
    }

    @Test
    void aSendThatFailsOnASoundConnectionStillFailsTheRun() {
        simulation.script("fail", "every 100");
        RunResult result = faults("kill 3s", "restart 5s");
        assertThat(result.outcome().cause())
                .contains("the simulated broker refused the message, as its setting 'fail' asks for");
        // The 99th message after the probe is due at 0.98 s; a second later its connection is as sound as before.
        assertThat(result.measuredNs()).isEqualTo(1_981 * MS);
    }
}
