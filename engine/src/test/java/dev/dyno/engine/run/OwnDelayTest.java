package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Delays that are the broker's, and rates that chance has drawn, are not Dyno's. */
class OwnDelayTest extends SimulatedRun {

    private static final int PER_SECOND = 100;

    /** Reasons about delays: the real load of this machine does not matter in virtual time. */
    private static List<String> delays(RunResult result) {
        return reasons(result).stream()
                .filter(List.of("rate-missed", "unsent-at-end", "send-delay")::contains)
                .toList();
    }

    /** M/D/1 at half load with one message in flight: half of the messages wait for the one before, and no delay is Dyno's. */
    @Test
    void queueInFrontOfABusyBrokerIsNotDynosDelay() {
        RunResult result = run("service=5ms; load constant %s/s poisson; duration 2m", PER_SECOND);
        assertThat(latency(result, Latency.SEND_DELAY).getValueAtPercentile(99)).isGreaterThan(10_000_000);
        assertThat((double) result.measured().blocked() / result.measured().sent())
                .isBetween(0.45, 0.55);
        assertThat(latency(result, Latency.OWN_DELAY).getMaxValue()).isZero();
        assertThat(delays(result)).isEmpty();
    }

    /**
     * A client library that keeps one send call for a time, without a word of the broker's. Messages are due each 0.1 ms, of two
     * producers in turn on one thread, or of one in transactions: all that became due in a long call have waited for the library.
     * Of a short one, which its own work may take, the delay is Dyno's.
     */
    @ParameterizedTest
    @CsvSource({
        "ASYNC, 300, 2999",
        "ASYNC, 2, 19",
        "ASYNC, 1, 0",
        "TRANSACTED, 300, 2999",
        "TRANSACTED, 2, 19",
        "TRANSACTED, 1, 0"
    })
    void sendCallThatTheClientLibraryKeepsIsNotDynosDelay(SendMode mode, int callMs, long held) {
        ScriptedDriver driver = simulation.scripted();
        long[] calls = new long[1];
        Runnable call = () -> {
            if (++calls[0] == 5_000) {
                simulation.time.advance(callMs * MS);
            }
        };
        driver.trySend = (producer, body, token, listener) -> {
            call.run();
            return driver.complete(body, token, listener);
        };
        driver.send = (producer, body) -> {
            if (producer >= 0) {
                call.run();
            }
            driver.deliver(body);
        };
        String producers = mode == SendMode.ASYNC ? "producers 2" : "commitInterval 64";
        RunResult result = run("mode %s; %s; load constant 10000/s; maxPending 0; duration 2s", mode, producers);
        assertThat(result.due().orElseThrow().messages()).isEqualTo(20_000);
        assertThat(result.measured().blocked()).isEqualTo(held);
        long delayNs = latency(result, Latency.SEND_DELAY).getMaxValue();
        assertThat(delayNs / 1e6).isCloseTo(callMs - 0.1, within(0.001 * callMs));
        assertThat(latency(result, Latency.OWN_DELAY).getMaxValue()).isEqualTo(held > 0 ? 0 : delayNs);
        Histogram blocked = result.latencies().get(Latency.BLOCKED_TIME).orElseGet(() -> new Histogram(3));
        assertThat(blocked.getTotalCount()).isEqualTo(held);
        assertThat(blocked.getMaxValue()).isEqualTo(held > 0 ? delayNs : 0);
        assertThat(delays(result)).isEmpty();
    }

    /** About 2,000 of 12,000 slots are left out: the broker stands still from 5 to 7 s, with a hundred messages in flight or one. */
    @ParameterizedTest
    @CsvSource({"ASYNC, 1900", "SYNC, 2000"})
    void slotsThatAreLeftOutInAWaitForTheBrokerAreNotDynos(SendMode mode, long skipped) {
        RunResult result = run(
                "mode %s; missed SKIP; maxPending 100; load constant 1000/s; duration 12s; service=100us; stall=2s at 5s",
                mode);
        assertThat(result.measured().skipped()).isBetween(skipped - 10, skipped + 10);
        assertThat(result.measured().blocked() - result.measured().skipped()).isBetween(0L, 2L);
        assertThat(latency(result, Latency.OWN_DELAY).getMaxValue()).isZero();
        assertThat(sentence(result, "rate-missed")).contains(" left out, ", " sends waited for the broker");
        assertThat(result.verdict().marks()).doesNotContainKey("sent-rate");
    }

    /** The same while Dyno stands still. */
    @ParameterizedTest
    @CsvSource({"ASYNC", "SYNC"})
    void slotsThatDynoLeavesOutAreNotTheBrokers(SendMode mode) {
        boolean[] stood = new boolean[1];
        simulation.onNullDriver();
        simulation.afterWaits(deadlineNs -> {
            if (!stood[0] && simulation.time.nanoTime() > 5 * SECOND) {
                stood[0] = true;
                simulation.time.advance(2 * SECOND);
            }
        });
        RunResult result =
                run("consume false; mode %s; missed SKIP; maxPending 100; load constant 1000/s; duration 12s", mode);
        assertThat(result.measured().skipped()).isBetween(1_990L, 2_010L);
        assertThat(result.measured().blocked()).isZero();
        assertThat(sentence(result, "rate-missed")).contains(" left out, ", "they did not wait for the broker");
        assertThat(result.verdict().marks().get("sent-rate"))
                .extracting(FigureMark::kind)
                .isEqualTo(FigureMark.Kind.BEHIND);
    }

    /** A seed that has drawn fewer than 99 % of the mean. The second run stands still for its last 200 ms. */
    @ParameterizedTest
    @CsvSource({"'', false", "200ms every 5s, true"})
    void poissonLoadIsComparedWithItsOwnArrivals(String stall, boolean missed) {
        Schedule schedule = Schedule.constant(Rate.perSecond(1_000)).withArrivals(ArrivalProcess.POISSON);
        long seed = 1;
        while (arrivals(schedule, 1, seed, 5 * SECOND) >= 4_950) {
            seed++;
        }
        long arrivals = arrivals(schedule, 1, seed, 5 * SECOND);
        if (!stall.isEmpty()) {
            simulation.script("stall", stall);
        }
        simulation.load = schedule;
        RunResult result = run("service=1us; origin=5001us; seed %s; maxPending 0; duration 5s", seed);
        assertThat(result.due().orElseThrow().messages()).isEqualTo(arrivals);
        assertThat(delays(result)).isEqualTo(missed ? List.of("rate-missed") : List.of());
        if (missed) {
            assertThat(FindingText.FLAGS.of(result.verdict().reasons().get(0)))
                    .contains(" of the " + Math.round(arrivals / 5.0) + " due; ");
        }
    }

    private void wakeUpLate(int lateMs) {
        simulation.onNullDriver().set("consume false");
        simulation.afterWaits(deadlineNs -> {
            if (simulation.time.nanoTime() >= deadlineNs) {
                simulation.time.advance(lateMs * MS);
            }
        });
    }

    /** Late by 5 ms the thread finds 500 messages that were due in the last moments: more than it records at a time. */
    @Test
    void manyThatWereDueInTheLastMomentsAreSentToo() {
        wakeUpLate(5);
        RunResult result = run("load constant 100000/s; maxPending 0; producers 2; duration 1s");
        assertThat(result.totals().sent()).isEqualTo(100_000);
        assertThat(result.due().orElseThrow().unsent()).isZero();
    }

    /**
     * A thread that wakes up late each time, at the end of the load, too. The last message is due 10 ms before the end: late by 12 ms the thread finds it then, alone. Late by 45 ms it finds four.
     */
    @ParameterizedTest
    @CsvSource({"1, 0, ASYNC", "12, 0, ASYNC", "45, 4, ASYNC", "1, 0, SYNC", "12, 0, SYNC", "45, 4, SYNC"})
    void whatWasDueInTheLastMomentsIsSentIfOnlyDynoIsLate(int lateMs, long unsent, SendMode mode) {
        wakeUpLate(lateMs);
        RunResult result = run("mode %s; load constant %s/s; duration 10s", mode, PER_SECOND);
        assertThat(result.due().orElseThrow().messages()).isEqualTo(1_000);
        assertThat(result.due().orElseThrow().unsent()).isEqualTo(unsent);
        assertThat(percentile(result, Latency.RESPONSE, 100).isExact()).isEqualTo(unsent == 0);
    }

    /**
     * A message is due each 4 ms, and a call takes as long as it says: of the last two, due 8 and 4 ms before the end, the last is sent if
     * the call before it ended in time; else it has waited for the broker, and stays unsent.
     */
    @ParameterizedTest
    @CsvSource({"3ms, 0", "9ms, 1"})
    void whatWaitedForABlockingCallAtTheEndStaysUnsent(String lastCall, long unsent) {
        RunResult result = run(
                "service=1ms; stall=%s at 9992ms; origin=6ms; mode SYNC; load constant 250/s; duration 10s", lastCall);
        assertThat(result.due().orElseThrow().messages()).isEqualTo(2_500);
        assertThat(result.due().orElseThrow().unsent()).isEqualTo(unsent);
    }

    // The share of Dyno's own delay in a percentile, with a load generator and a broker whose delays are known by
    // message.
    /** Messages are due each 25 ms: more than any takes. */
    private static final long STEP = 25 * MS;

    /**
     * 10,000 messages, each of which the load generator sends late, and the broker works on, by a time of its own: the same for each
     * thousand.
     */
    private RunResult delayed(SendMode mode, LongUnaryOperator ownMs, LongUnaryOperator brokerMs) {
        ScriptedDriver driver = simulation.scripted();
        long[] sent = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            ByteBuffer kept = ScriptedDriver.copy(body);
            simulation.at(
                    simulation.time.nanoTime() + brokerMs.applyAsLong(sent[0]++ % 1_000) * MS,
                    () -> driver.complete(kept, token, listener));
            return true;
        };
        driver.send = (producer, body) -> {
            if (producer >= 0) {
                simulation.time.advance(brokerMs.applyAsLong(sent[0]++ % 1_000) * MS);
            }
            driver.deliver(body);
        };
        simulation.afterWaits(deadlineNs -> {
            long sinceNs = simulation.begins.isEmpty() ? 1 : deadlineNs - simulation.begins.get(0);
            if (sinceNs % STEP == 0 && simulation.time.nanoTime() == deadlineNs) {
                simulation.time.advance(ownMs.applyAsLong(sinceNs / STEP % 1_000) * MS);
            }
        });
        return run("mode %s; load constant 40/s; maxPending 0; duration 250s", mode);
    }

    private static void assertOwnShare(RunResult result, Percentile percentile, double share) {
        for (Latency latency : Verdict.HEADLINES) {
            assertThat(result.latencies()
                            .ownShare(latency, percentile.percent())
                            .orElse(0.0))
                    .as(percentile.figure(latency))
                    .isCloseTo(share, within(0.002));
            assertThat(result.verdict().mark(latency, percentile).map(FigureMark::kind))
                    .isEqualTo(share > 0 ? Optional.of(FigureMark.Kind.OWN) : Optional.empty());
        }
    }

    /** 98 % of the messages take 1 + 4 ms, the next ones 4 + 6 ms, the slowest two of a thousand 12 + 8 ms. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"ASYNC", "SYNC"})
    void shareOfAPercentileIsThatOfItsMessages(SendMode mode) {
        RunResult result = delayed(mode, i -> i < 980 ? 1 : i < 998 ? 4 : 12, i -> i < 980 ? 4 : i < 998 ? 6 : 8);
        assertThat(result.outcome().cause()).isEmpty();
        assertThat(result.due().orElseThrow().messages()).isEqualTo(10_000);
        assertOwnShare(result, Percentile.P50, 0.2);
        assertOwnShare(result, Percentile.P90, 0.2);
        assertOwnShare(result, Percentile.P99, 0.4);
        assertOwnShare(result, Percentile.P999, 0.6);
        assertThat(sentence(result, "send-delay"))
                .contains("at p50 its own delay is 20 % of the 5 ms of response, 20 % of the 5 ms of end-to-end,");
    }

    /** The messages that Dyno sends late by 12 ms are not those on which the broker works for 20 ms. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"ASYNC", "SYNC"})
    void delayOfOtherMessagesIsInNoPercentileOfTheSlowOnes(SendMode mode) {
        RunResult result = delayed(mode, i -> i >= 940 && i < 960 ? 12 : 0, i -> i < 960 ? 1 : 20);
        assertThat(p99Ms(result, Latency.OWN_DELAY)).isCloseTo(12, within(0.02));
        assertThat(p99Ms(result, Latency.RESPONSE)).isCloseTo(20, within(0.02));
        for (Percentile percentile : Percentile.JUDGED) {
            assertOwnShare(result, percentile, 0);
        }
        assertThat(result.latencies().ownShare(Latency.RESPONSE, 95))
                .hasValueSatisfying(share -> assertThat(share).isCloseTo(12 / 13.0, within(0.002)));
        assertThat(result.verdict().reach()).contains(Percentile.P999);
    }

    // The share of Dyno's own delay in a latency, with a load generator that oversleeps by a known time.
    /** A broker that works for 2 ms on one message after the other, then delivers and acknowledges it. */
    private void oneServer() {
        ScriptedDriver driver = simulation.scripted();
        long[] freeNs = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            ByteBuffer kept = ScriptedDriver.copy(body);
            freeNs[0] = Math.max(freeNs[0], simulation.time.nanoTime()) + 2 * MS;
            simulation.at(freeNs[0], () -> driver.complete(kept, token, listener));
            return true;
        };
    }

    /** A load generator whose thread wakes up late one time in twenty. */
    private RunResult oversleeping(int maxPending, long lateNs) {
        oneServer();
        int[] waits = new int[1];
        simulation.afterWaits(deadlineNs -> {
            if (lateNs > 0 && ++waits[0] % 20 == 0) {
                long awakeNs = simulation.time.nanoTime() + lateNs;
                while (simulation.time.nanoTime() < awakeNs) {
                    simulation.time.parkUntil(awakeNs);
                }
            }
        });
        return run("load constant 250/s poisson; maxPending %s; warmup 10s; duration 5m", maxPending);
    }

    private static double p99Ms(RunResult result, Latency latency) {
        return latency(result, latency).getValueAtPercentile(99) / 1e6;
    }

    /**
     * M/D/1 at half load, 2 ms a message: by theory the 99th percentile of the response time is 8.66 ms. A twentieth of all waits
     * of 5 ms too long is far more of it than a tenth, with one message in flight, too, where half of the messages wait for the
     * broker besides.
     */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void ownDelayThatIsNotSmallAgainstThePercentileCostsTheValid(int maxPending) {
        RunResult late = oversleeping(maxPending, 5_000_000);
        assertThat(p99Ms(late, Latency.OWN_DELAY)).isBetween(4.0, 6.0);
        assertThat(p99Ms(late, Latency.RESPONSE)).isGreaterThan(8.66 * 1.1);
        assertThat(sentence(late, "send-delay")).contains(" ms of response, ", " ms of end-to-end, so ");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 150000", "100, 150000"})
    void ownDelayThatIsSmallDoesNot(int maxPending, long lateNs) {
        RunResult result = oversleeping(maxPending, lateNs);
        assertThat(p99Ms(result, Latency.RESPONSE)).isBetween(8.66 * 0.97, 8.66 * 1.03 + lateNs / 1e6);
        assertThat(p99Ms(result, Latency.OWN_DELAY)).isLessThanOrEqualTo(lateNs * 1.001 / 1e6);
        assertThat(reasons(result)).doesNotContain("send-delay");
    }

    /** Without a limit nothing is held up: each delay is the generator's. */
    @Tag("slow")
    @Test
    void withoutAWaitForTheBrokerAllDelayIsOwn() {
        RunResult late = oversleeping(0, 5_000_000);
        assertThat(late.latencies().get(Latency.OWN_DELAY))
                .isEqualTo(late.latencies().get(Latency.SEND_DELAY));
    }
}
