package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.ClientCalls;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody asks for the end of a run: while clients connect, in the load, in the drain, and twice. */
@Timeout(60)
class StopTest extends SimulatedRun {

    private static final int SENT = 100;
    private static final int ANSWERED = 9;

    private static final Duration DRAIN = Duration.ofMillis(200);
    private final LocalRunner[] runner = new LocalRunner[1];
    private final CountDownLatch closed = new CountDownLatch(1);

    /** The probe takes 9 s, then there are 100 messages in 10 s, of which each is delivered after 9 s. */
    private RunResult stoppedAfter(Integer... seconds) {
        simulation.set("delivery=9s; load constant 10/s; drain 1h; maxPending %s", SENT);
        simulation.whileRunning = runner -> {
            long nowNs = simulation.time.nanoTime();
            for (int second : seconds) {
                simulation.time.schedule(nowNs + second * SECOND, runner::stop);
            }
        };
        return simulation.run();
    }

    @Test
    void stopInTheDrainEndsIt() {
        assertDrainIsCut(3, stoppedAfter(22));
    }

    @Test
    void secondStopEndsTheDrain() {
        assertDrainIsCut(2, stoppedAfter(16, 18));
    }

    /** The load begins some milliseconds after the clock, with the probe before it. */
    @Test
    void theWarmupOfALoadThatIsStoppedInItEndsThen() {
        simulation.whileRunning = runner -> simulation.time.schedule(2 * SECOND, runner::stop);
        RunResult result = run("load constant 10/s; warmup 5s");
        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.warmupNs()).isBetween(2 * SECOND - 10 * MS, 2 * SECOND);
        assertThat(result.measuredNs()).isZero();
    }

    private static void assertDrainIsCut(int afterSeconds, RunResult result) {
        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.drainNs()).isBetween(afterSeconds * SECOND - 100 * MS, afterSeconds * SECOND + 200 * MS);
        assertThat(result.ledger().undelivered()).isBetween(50L, 80L);
        // The broker still has them.
        assertThat(result.ledger().lost()).isZero();
    }

    @Test
    void stopWhileClientsConnectConnectsNoMore() {
        AtomicInteger connected = new AtomicInteger();
        simulation.manyProducers(SENT);
        simulation.whileRunning = made -> runner[0] = made;
        ScriptedDriver driver = simulation.scripted();
        driver.connect = () -> {
            if (connected.incrementAndGet() == 3) {
                runner[0].stop();
            }
        };
        assertThat(simulation.run().outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(connected).hasValue(3);
    }

    // A broker that stands still holds a send call until its connection is closed: that is no failure, and the
    // message counts.

    /** Stops the run, and holds a call until a producer is closed. */
    private void hold() throws DriverException {
        runner[0].stop();
        isOver(closed);
        throw new DriverException("closed");
    }

    /** On a driver that {@link #hold holds} a call. */
    private RunResult run(ScriptedDriver driver, String settings) {
        driver.close = producer -> {
            if (producer >= 0) {
                closed.countDown();
            }
        };
        simulation.set(settings);
        simulation.drain = DRAIN;
        simulation.whileRunning = made -> runner[0] = made;
        return simulation.runInRealTime();
    }

    /** @param delivered number of the first messages, which are delivered; with all answered ones the unanswered one is, too */
    private RunResult run(int delivered) {
        ScriptedDriver driver = simulation.scripted();
        long[] sent = new long[1];
        driver.send = (producer, body) -> {
            if (producer < 0 || ++sent[0] <= delivered || delivered == ANSWERED) {
                driver.deliver(body);
            }
            if (producer >= 0 && sent[0] > ANSWERED) {
                hold();
            }
        };
        return run(driver, "mode SYNC; duration 0s");
    }

    /** Ten messages, of which the last is never answered; then the run is stopped, as Ctrl+C does. */
    @Tag("slow")
    @Test
    void aCallThatIsGivenUpIsAnUnacknowledgedMessage() {
        RunResult result = run(ANSWERED);
        assertCounts(result, "interrupted, sent " + (ANSWERED + 1) + ", acknowledged " + ANSWERED + ", failed 0");
        assertThat(result.due().orElseThrow().unacknowledged()).isEqualTo(1);
        assertCounts(result, "inDoubt 1, inDoubtDelivered 1");
        assertThat(openNs(result, Latency.RESPONSE, 100)).isGreaterThanOrEqualTo(DRAIN.toNanos());
    }

    /** The ninth message is acknowledged and not delivered, and the tenth call is held for seconds after a drain of 200 ms. */
    @Tag("slow")
    @Test
    void aCallThatIsHeldDoesNotLengthenTheWaitOfAnUndeliveredMessage() {
        RunResult result = run(ANSWERED - 1);
        // With the wait for the thread it would be two seconds more.
        assertThat(openNs(result, Latency.END_TO_END, 100))
                .isBetween(DRAIN.toNanos(), DRAIN.plusMillis(1_500).toNanos());
    }

    /**
     * Ten messages are delivered, of which an asynchronous producer learns that the first six are acknowledged, and the call with the
     * tenth is held until the producer is closed. After a first call of 60 ms all others are late, and follow each other at once.
     */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void messagesOfALoopWhoseCallIsGivenUpAreInDoubt(long firstMs) {
        ScriptedDriver driver = simulation.scripted();
        long[] sent = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            for (long ns = System.nanoTime(); sent[0] == 0 && System.nanoTime() < ns + firstMs * MS; ) {
                Thread.onSpinWait();
            }
            driver.deliver(body);
            if (++sent[0] <= 6) {
                listener.onSendCompleted(token, null);
            } else if (sent[0] > ANSWERED) {
                hold();
            }
            return true;
        };
        RunResult result = run(driver, "load constant 200/s; maxPending 10; duration 0s");
        assertCounts(
                result,
                "interrupted, acknowledged 6, expected 6, delivered 6, undelivered 0, inDoubt 4, inDoubtDelivered 4");
        assertThat(result.due().orElseThrow().unacknowledged()).isEqualTo(4);
        assertThat(percentile(result, Latency.RESPONSE, 100).lowNs()).isGreaterThanOrEqualTo(DRAIN.toNanos());
    }

    /** The user does not want to wait any longer: nothing waits for the thread that the call holds. */
    @Tag("slow")
    @Test
    void aHeldCallDoesNotHoldASecondStop() {
        ScriptedDriver driver = simulation.scripted();
        long[] stoppedNs = new long[1];
        driver.send = (producer, body) -> {
            if (producer < 0) {
                driver.deliver(body);
            } else {
                runner[0].stop();
                stoppedNs[0] = System.nanoTime();
                hold();
            }
        };
        assertThat(run(driver, "mode SYNC; duration 0s").outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(System.nanoTime() - stoppedNs[0]).isLessThan(1_900 * MS);
    }

    /** The tenth commit is held until the producer is closed, after a drain of 200 ms. */
    @Tag("slow")
    @Test
    void aCommitThatIsGivenUpIsUnfinished() {
        ScriptedDriver driver = simulation.scripted();
        int[] commits = new int[1];
        driver.commit = () -> {
            if (++commits[0] > ANSWERED) {
                hold();
            }
        };
        RunResult result = run(driver, "mode TRANSACTED; commitInterval 1; duration 0s");
        assertThat(latency(result, Latency.COMMIT).getTotalCount()).isEqualTo(ANSWERED);
        assertThat(openNs(result, Latency.COMMIT, 100)).isGreaterThanOrEqualTo(DRAIN.toNanos());
    }

    /** Fifty clients, none of which is ever closed: the run is waited for as long as for one of them. */
    @Tag("slow")
    @Test
    void aRunEndsThoughTheBrokerAnswersNoClose() {
        simulation.manyProducers(50);
        ScriptedDriver driver = simulation.scripted();
        CountDownLatch never = new CountDownLatch(1);
        driver.close = producer -> {
            if (producer >= 0) {
                isOver(never);
            }
        };
        simulation.messageCount = 500;
        long tookNs;
        try (SystemTime time = new SystemTime()) {
            RunResult result = simulation.inRealTime(time).run();
            tookNs = time.nanoTime() - simulation.ends.get(0);
            assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        } finally {
            never.countDown();
        }
        assertThat(Duration.ofNanos(tookNs)).isLessThan(Duration.ofMillis(ClientCalls.PATIENCE_MS + 5_000));
        assertThat(simulation.notes).anyMatch(note -> note.contains("Dyno does not wait for it"));
    }

    /** Where nobody sends there is no probe, and the load begins with the start of the consumers. */
    @Tag("slow")
    @Test
    void aStartOfConsumersThatDoesNotReturnHoldsNoStop() {
        simulation.produce = false;
        simulation.whileRunning = made -> runner[0] = made;
        AtomicBoolean returned = new AtomicBoolean();
        simulation.scripted().start = time -> {
            runner[0].stop();
            isOver(closed);
            returned.set(true);
        };
        assertThat(simulation.runInRealTime().outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(returned).isFalse();
        closed.countDown();
    }
}
