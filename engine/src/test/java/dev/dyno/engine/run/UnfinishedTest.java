package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that do not come to their end, however a load ends: a message each 10 ms, 1 ms to serve it, ten under way. */
class UnfinishedTest extends SimulatedRun {

    /** The load begins when the runner has seen its probe: 1 ms to serve it, and 5 ms until it looks again. */
    private static final long START_NS = 6_000_000;

    UnfinishedTest() {
        simulation.set(
                "load constant 100/s; duration 12s; maxPending 10; persistent true; service=1ms; origin=%sns",
                START_NS);
    }

    private static void assertSeconds(long ns, double seconds) {
        assertThat((double) ns / SECOND).isCloseTo(seconds, within(0.002 * seconds));
    }

    /** By then 800 are due: 600 are served, ten wait for the end of the stall, and 190 were never sent. */
    @Test
    void aLoadThatIsStoppedCountsWhatWasDueUntilThen() {
        simulation.whileRunning = runner -> simulation.time.schedule(START_NS + 8_000_000_000L, runner::stop);
        RunResult result = run("stall=14s at 6s");

        assertThat(result.outcome()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(result.due()).contains(new DueMessages(800, 600, 190, 0, 0));
        // Rank 720 of 800: of the unsent, which have waited for 0.01 s, 0.02 s, …, the 120th.
        assertSeconds(openNs(result, Latency.RESPONSE, 90), 1.2);
        assertThat(percentile(result, Latency.RESPONSE, 75).isExact()).isTrue();
        assertSeconds(percentile(result, Latency.RESPONSE, 100).lowNs(), 14.001);
    }

    /** The longest of those waits for the broker did not end: of the first of 590 that was never sent, since 6.1 s or 6.01 s. */
    @ParameterizedTest
    @CsvSource({"ASYNC, 6.1", "SYNC, 6.01"})
    void aWaitForTheBrokerThatDidNotEndIsBlockedTime(SendMode mode, double sinceSeconds) {
        simulation.mode = mode;
        RunResult result = run("stall=100s at 6s");
        assertThat(latency(result, Latency.SEND_DELAY).getMaxValue()).isZero();
        assertSeconds(openNs(result, Latency.SEND_DELAY, 100), 12 - sinceSeconds);
        assertSeconds(openNs(result, Latency.BLOCKED_TIME, 100), 12 - sinceSeconds);
        assertThat(result.latencies().unfinishedCount(Latency.BLOCKED_TIME))
                .isEqualTo(result.due().orElseThrow().unsent());
    }

    /** The stall ends after the load, with the call that it held. */
    @Test
    void aCallThatReturnsAfterTheLoadHasHeldTheMessagesBehindIt() {
        RunResult result = run("mode SYNC; stall=10s at 6s");
        assertSeconds(openNs(result, Latency.BLOCKED_TIME, 100), 12 - 6.01);
    }

    /**
     * The asynchronous call with the message of 6.00 s, or with that of 11.995 s, returns after the load; other calls return at once.
     * All that is due until the end waits for it, of both producers of its loop, and the last ones are not sent too late.
     */
    @ParameterizedTest
    @CsvSource({"6_001, 5.999, 5_999", "11_996, 0.004, 4"})
    void anAsynchronousCallThatReturnsAfterTheLoadHasHeldTheMessagesBehindIt(long held, double seconds, long unsent) {
        ScriptedDriver driver = simulation.scripted();
        long[] calls = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            if (++calls[0] == held) {
                simulation.time.advance(10 * SECOND);
            }
            return driver.complete(body, token, listener);
        };
        RunResult result = run("load constant 1000/s; producers 2; maxPending 0");
        assertThat(result.due().orElseThrow().unsent()).isEqualTo(unsent);
        assertThat(result.latencies().unfinishedCount(Latency.BLOCKED_TIME)).isEqualTo(unsent);
        assertSeconds(openNs(result, Latency.BLOCKED_TIME, 100), seconds);
        assertThat(latency(result, Latency.OWN_DELAY).getMaxValue()).isZero();
    }

    /**
     * 190 messages of the warm-up are handed over in the measured phase: 121/s of 100/s asked. All that was due in it was served in
     * it, which is the rate that was held.
     */
    @Test
    void catchingUpWithTheWarmupIsHandedOverAndNoRateIsHeldInItsOutage() {
        RunResult result = run("warmup 3s; stall=3s at 1s");

        assertThat(result.due()).contains(new DueMessages(900, 900, 0, 0, 0));
        assertThat(result.measured().sent()).isEqualTo(1_090);
        assertThat(findings(result)).contains("outage").doesNotContain("rate-held", "rate-missed");
        // Due at 3.00 s, and the 201st that is served after the stall.
        assertSeconds(percentile(result, Latency.RESPONSE, 100).lowNs(), 1 + 0.2);
    }

    /** 500 are asked for, 400 served before the stall, ten after it, and the others are due before the end and not sent. */
    @Test
    void aLoadOfACountCountsNoMoreThanThat() {
        RunResult result = run("messageCount 500; stall=16s at 4s");

        assertThat(result.due()).contains(new DueMessages(500, 400, 90, 0, 0));
        // The last of them, due at 4.99 s, has waited since then.
        assertSeconds(openNs(result, Latency.RESPONSE, 90), 7.5);
    }

    /**
     * Killed while the message of 3.00 s is under way, there again at 5.5005 s: the k-th message that was due in between is served
     * k ms after that. The one that was under way is never answered.
     */
    @Test
    void anOutageIsInThePercentiles() {
        SimulatedFaults.plan(simulation, "kill 3.0005s", "restart 5s");
        RunResult result = run("duration 10s");

        assertThat(result.due()).contains(new DueMessages(1_000, 999, 0, 1, 1));
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            // The 101st longest: after the one without an answer the 100th that was due in the outage, at 4.00 s.
            LatencyRange ninetieth = percentile(result, latency, 90);
            assertThat(ninetieth.isExact()).isTrue();
            assertSeconds(ninetieth.lowNs(), 5.5005 + 0.1 - 4);
            // Without an answer since 3.00 s until the load, and with it the waiting, ended at 10 s.
            assertSeconds(openNs(result, latency, 100), 7);
        }
    }

    @Test
    void whatIsLostIsUndeliveredSinceItWasDue() {
        RunResult result = run("lose=every 100");

        assertThat(result.due()).contains(new DueMessages(1_200, 1_200, 0, 0, 12));
        // The first that was lost, due at 0.99 s less the probe's place, until the drain gave up: 5 s after the end.
        assertSeconds(openNs(result, Latency.END_TO_END, 100), 12 + 5 - 0.98);
    }

    /** With a schedule that is skipped, what was sent at the latest is known, and no more. */
    @Test
    void slotsThatAreSkippedAreNotUnsent() {
        RunResult result = run("missed SKIP; stall=2s at 6s");

        DueMessages due = result.due().orElseThrow();
        assertThat(due.unsent()).isZero();
        assertThat(due.messages() + result.totals().skipped()).isEqualTo(1_200);
    }

    @Test
    void allOutNothingIsUnsentAndWhatWasHandedOverCounts() {
        RunResult result = run("load all-out; stall=100s at 6s");

        assertThat(result.due()).contains(new DueMessages(6_010, 6_000, 0, 10, 10));
        // Handed over at 6 s, waited for until 30 s after the end.
        assertSeconds(openNs(result, Latency.RESPONSE, 100), 36);
    }
}
