package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.TimeSource;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every run ends, with all that it has seen, and leaves nothing at the broker. */
class RunEndTest extends SimulatedRun {

    @Test
    void aDeathOfTheBrokerThatIsSeenAfterItsConnectionsAreLostIsTheCause() {
        simulation.constant(100, 2);
        BrokerDeath death = new BrokerDeath("the broker ended with status 3", 3, true, List.of());
        CompletableFuture<BrokerDeath> seen = new CompletableFuture<>();
        simulation.whileRunning = runner -> runner.watchBroker(seen);
        ScriptedDriver driver = simulation.scripted();
        driver.trySend = (producer, body, token, listener) -> {
            // The load ends on a virtual clock, long before.
            seen.completeAsync(() -> death, CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS));
            throw new DriverException("connection lost");
        };

        RunResult result = simulation.run();

        assertThat(result.brokerDeath()).contains(death);
        assertThat(result.outcome().cause()).contains(death.sentence());
    }

    /** Number of messages that a client which connects afterwards finds in the queue. */
    private static int leftIn(Client client, Destination queue) throws DriverException {
        List<Integer> sizes = new ArrayList<>();
        try (ClientConnection connection = client.connect(new ConnectionSpec(Optional.empty(), failure -> {}))) {
            ConsumerSpec spec = new ConsumerSpec(queue, AckMode.AUTO, ConsumerSpec.ReceiveMode.RECEIVE);
            var consumer = connection.createConsumer(spec, body -> sizes.add(body.remaining()));
            connection.start();
            while (consumer.receive(SECOND)) {
                // until there is none
            }
        }
        return sizes.size();
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, 1", "DUPS_OK, 1", "CLIENT, 1",
        "CLIENT, 7", "CLIENT, 100000", "INDIVIDUAL, 1",
        "TRANSACTED, 1", "TRANSACTED, 7", "TRANSACTED, 100000"
    })
    void whatIsReceivedIsSettledToTheLastMessage(AckMode ack, int interval) {
        simulation.set(
                "load constant 100/s; duration 10s; consumers 3; ack %s; consumerCommitInterval %s", ack, interval);
        List<Integer> left = new ArrayList<>();
        simulation.after = client -> left.add(leftIn(client, simulation.destinations.get(0)));
        RunResult result = simulation.run();
        assertThat(simulation.truth().redelivered()).isZero();
        assertThat(left).containsExactly(0);
        // 1,001 with the probe, in turns: 334, 334, 333. The probe's commit, if it is one, is before the load.
        int commits = ack != AckMode.TRANSACTED ? 0 : interval == 1 ? 1_000 : interval == 7 ? 3 * 48 : 3;
        assertCounts(result, "delivered 1_000, receive-commit " + commits);
    }

    @Test
    void anUnfinishedTransactionIsCommittedAtTheEndOfTheLoadAndOnAnInterrupt() {
        simulation.set("load constant 100/s; duration 10s; mode TRANSACTED; commitInterval 600");
        simulation.whileRunning = runner -> simulation.time.schedule(7 * SECOND, runner::stop);
        assertCounts(simulation.run(), "sent 700, delivered 700");
        assertThat(simulation.truth().rolledBack()).isZero();
    }

    @Test
    void aCountEndsTheRunWithItsLastMessage() {
        RunResult result = run("service=1ms; messageCount 1000; duration 0s");
        assertCounts(result, "success, sent 1_000, received 1_000");
        assertThat(result.measuredNs()).isEqualTo(1_000 * MS);
        // The runner looks every 5 ms.
        assertThat(result.drainNs()).isLessThanOrEqualTo(5 * MS);
    }

    @Test
    void aLostLastMessageEndsWhenNothingComesAnyMore() {
        // The probe is the first.
        RunResult result = run("lose=every 101; service=1ms; messageCount 100; duration 0s");
        assertThat(result.ledger().lost()).isEqualTo(1);
        assertThat(result.measuredNs()).isEqualTo(100 * MS);
        assertThat(result.drainNs()).isBetween(5 * SECOND, 5 * SECOND + 5 * MS);
        assertThat(reasons(result)).first().isEqualTo("messages-lost");
    }

    /** The last of 99 deliveries comes half a second after the load; the other one is waited for in vain. */
    @Test
    void throughputDoesNotCountTheWaitForALostMessage() {
        Map<String, Double> figures =
                Figures.valuesOf(run("lose=every 101; service=1ms; delivery=500ms; messageCount 100; duration 0s"));
        assertThat(figures.get("elapsed")).isCloseTo(599e6, within(1e6));
        assertThat(figures.get("throughput")).isCloseTo(99 / 0.599, within(0.5));
    }

    @Test
    void theDrainHasADeadline() {
        RunResult result = run("load constant 1000/s; duration 2s; consumers 1; delivery=3s; drain 1500ms");
        assertThat(result.drainNs()).isEqualTo(1_500 * MS);
        // Messages acknowledged in the last 1.5 s are still under way.
        assertThat(result.totals().received()).isBetween(499L, 501L);
        long received = result.totals().received();
        assertCounts(result, "lost 0, delivered " + received + ", inBroker " + (2_000 - received));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5})
    void anAcknowledgementThatNeverComesIsGivenUp(long seconds) {
        ScriptedDriver driver = simulation.scripted();
        long[] sent = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            driver.deliver(body);
            if (++sent[0] != 10) {
                listener.onSendCompleted(token, null);
            } else {
                // As client libraries do of a broker that stands still: that says nothing of the run, which gave it up
                // before.
                driver.close = closed -> listener.onSendCompleted(token, new DriverException("closed"));
            }
            return true;
        };
        simulation.set("messageCount 20; maxPending 5; duration %ss", seconds);
        assertCounts(simulation.run(), "success, sent 20, acknowledged 19, inDoubt 1, inDoubtDelivered 1, lost 0");
        // The drain's 30 s; without a duration, as long without any acknowledgement.
        assertThat(simulation.time.nanoTime()).isBetween(30 * SECOND, 36 * SECOND);
    }

    /** A hundred messages on a driver that does more in the call of some of them. */
    private static RunResult throwing(SendMode mode, LongPredicate when, Runnable thrower) {
        Simulation run = new Simulation();
        ScriptedDriver driver = run.scripted();
        long[] sent = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            driver.send.of(producer, body);
            listener.onSendCompleted(token, null);
            return true;
        };
        driver.send = (producer, body) -> {
            if (producer >= 0 && when.test(++sent[0])) {
                thrower.run();
            }
            driver.deliver(body);
        };
        return run.set("mode %s; messageCount 100; onFailure COUNT", mode).run();
    }

    @ParameterizedTest
    @EnumSource(names = {"ASYNC", "SYNC"})
    void aSendThatThrowsIsAFailedSend(SendMode mode) {
        for (RuntimeException thrown : List.of(new IllegalStateException("odd"), new IllegalArgumentException())) {
            RunResult result = throwing(mode, message -> message % 10 == 0, () -> {
                throw thrown;
            });
            assertCounts(result, "success, failed 10, expected 90, delivered 90, inDoubt 10");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ASYNC", "SYNC"})
    void anErrorInAClientLibraryEndsTheRunAndLeavesTheLedgerRight(SendMode mode) {
        RunResult result = throwing(mode, message -> message == 10, () -> {
            throw new NoClassDefFoundError("a/b/C");
        });
        assertThat(result.outcome()).isEqualTo(Outcome.failed("NoClassDefFoundError: a/b/C"));
        assertCounts(result, "sent 10, expected 9, delivered 9, inDoubt 1");
    }

    @Test
    void anInterruptDrainsAndReports() {
        simulation.whileRunning = runner -> simulation.time.schedule(3_500_100_001L, runner::stop);
        RunResult result = run("load constant 1000/s; duration 60s; service=100us; delivery=2s");
        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        // The load began when the probe had come, after 2.0001 s.
        // In one thread the last acknowledgement, 0.1 ms after the 1,501st message, comes before the end is seen.
        assertThat(result.measuredNs()).isEqualTo(1_500_100_000);
        assertCounts(result, "sent 1_501, delivered 1_501, lost 0");
        assertThat(simulation.intervals)
                .extracting(Interval::phase)
                .containsExactly(Phase.MEASURE, Phase.MEASURE, Phase.DRAIN, Phase.DRAIN, Phase.DRAIN);
        assertThat(simulation.intervals.get(1).endNs()).isEqualTo(1_500_100_000);
        assertThat(reasons(result)).doesNotContain("unsent-at-end", "rate-missed");
    }

    @Test
    void anInterruptEndsARunWithoutDuration() {
        simulation.set("service=1ms; duration 0s");
        simulation.whileRunning = runner -> simulation.time.schedule(10 * SECOND, runner::stop);
        assertCounts(simulation.run(), "interrupted, lost 0");
        assertThat(simulation.time.nanoTime()).isBetween(10 * SECOND, 10 * SECOND + 5 * MS);
    }

    @Test
    void anInterruptOfTheProbeEndsTheRunBeforeItsLoad() {
        simulation.whileRunning = runner -> simulation.time.schedule(2 * SECOND, runner::stop);
        RunResult result = run("lose=every 1");
        assertCounts(result, "interrupted, sent 0");
        assertThat(simulation.intervals).isEmpty();
        assertThat(simulation.time.nanoTime()).isEqualTo(2 * SECOND);
        assertThat(reasons(result)).containsExactly("nothing-measured");
    }

    @Test
    void aRunThatIsStoppedBeforeItBeginsSendsNothing() {
        simulation.whileRunning = LocalRunner::stop;
        assertCounts(simulation.run(), "interrupted, sent 0");
    }

    @Test
    void aProbeThatDoesNotArriveIsReportedInOneSentence() {
        RunResult result = run("lose=every 1");
        assertThat(result.outcome().cause())
                .contains("a probe message to queue://TEST was acknowledged but did not arrive within 10 s; see the"
                        + " broker's log, and whether it passes on what it takes");
        assertThat(simulation.intervals).isEmpty();
        assertThat(simulation.time.nanoTime()).isBetween(10 * SECOND, 10 * SECOND + 10 * MS);
    }

    @Test
    void aProbeThatFailsIsReportedInTheWordsOfTheBroker() {
        RunResult result = run("fail=every 1");
        assertThat(result.outcome().cause())
                .contains("the simulated broker refused the message, as its setting 'fail' asks for");
    }

    @Test
    void whatTheDriverCannotDoIsRefusedInOneSentence() {
        simulation.onNullDriver();
        RunResult result = run("mode TRANSACTED; commitInterval 1; ack TRANSACTED; selector a = 1");
        assertThat(result.outcome().cause())
                .contains(
                        "driver sim does not offer what the workload needs: no transactions in the null driver; no selectors in"
                                + " the null driver");
        assertThat(reasons(result)).containsExactly("run-failed");
    }

    /** Answer of the broker when such a subscription is removed after the run. */
    private String removal(Optional<String> clientId, ConsumerSpec.Subscription subscription) {
        List<String> refusals = new ArrayList<>();
        simulation.after = client -> {
            try (ClientConnection connection = client.connect(new ConnectionSpec(clientId, failure -> {}))) {
                connection.unsubscribe(Destination.parse("topic://T"), subscription);
            } catch (DriverException e) {
                refusals.add(String.valueOf(e.getMessage()));
            }
        };
        assertCounts(simulation.run(), "success, delivered 200");
        return String.join(" ", refusals);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void durableSubscriptionsAreRemovedFromTheBroker(int number) {
        simulation.set(
                "load constant 100/s; duration 1s; destinations topic://T; durable true; clientId me; consumers 2");
        assertThat(removal(Optional.of("me" + number), new ConsumerSpec.Subscription("T" + number, false, true)))
                .isEqualTo("topic://T has no subscription 'T" + number + "'.");
    }

    @Test
    void sharedDurableSubscriptionsAreRemovedAfterTheLastOfTheirConsumers() {
        simulation.set("load constant 100/s; duration 1s; destinations topic://T; durable true; "
                + "sharedSubscriptions 2; consumers 3");
        assertThat(removal(Optional.empty(), new ConsumerSpec.Subscription("T1", true, true)))
                .isEqualTo("topic://T has no subscription 'T1'.");
    }

    /** The thread of the clock does not come to the start of the measured phase. */
    @Test
    void whatIsNotKnownOfThisMachineIsSaid() {
        TimeSource late = Overriding.method(TimeSource.class, simulation.time, "schedule", arguments -> {
            boolean isStart = (long) arguments[0] - simulation.time.nanoTime() == 2 * SECOND;
            return isStart
                    ? (TimeSource.Cancellable) () -> {}
                    : simulation.time.schedule((long) arguments[0], (Runnable) arguments[1]);
        });
        simulation.scripted();
        RunResult result = simulation
                .onClock(late)
                .set("load constant 100/s; warmup 2s; duration 4s")
                .run();
        assertCounts(result, "success, measured sent 200");
        assertThat(result.worker()).isEqualTo(WorkerUsage.NONE);
        assertThat(simulation.notes).anyMatch(note -> note.contains("the use of this machine is not known"));
    }

    @Test
    void nothingContinuesAfterARun() {
        simulation.whileRunning = runner -> simulation.time.schedule(500 * MS, runner::stop);
        RunResult result = run("load constant 100/s; duration 1s; consumerSpan 30s");
        assertThat(result.ledger().delivered()).isEqualTo(result.totals().sent());
        int handedOn = simulation.intervals.size();
        simulation.time.advance(100 * SECOND);
        assertThat(simulation.intervals).hasSize(handedOn);
        assertThat(simulation.time.scheduled()).isZero();
    }
}
