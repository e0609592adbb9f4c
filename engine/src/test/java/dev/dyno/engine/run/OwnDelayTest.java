package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.ForwardingTime;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FindingText;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Delays that are the broker's, and rates that chance has drawn, are not Dyno's. */
class OwnDelayTest {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int PER_SECOND = 100;

    private static List<String> reasons(RunResult result) {
        // What this machine does meanwhile is no matter of virtual time.
        return result.verdict().reasons().stream()
                .map(Finding::code)
                .filter(List.of("rate-missed", "unsent-at-end", "send-delay")::contains)
                .toList();
    }

    private static Simulation hundredASecond() {
        Simulation simulation = new Simulation().script("service", "5ms");
        simulation.load = Schedule.constant(Rate.perSecond(PER_SECOND));
        simulation.duration = Duration.ofMinutes(2);
        return simulation;
    }

    /** M/D/1 at half load with one message in flight: half of the messages wait for the one before, and no delay is Dyno's. */
    @Test
    void queueInFrontOfABusyBrokerIsNotDynosDelay() {
        Simulation simulation = hundredASecond();
        simulation.load = Schedule.constant(Rate.perSecond(PER_SECOND)).withArrivals(ArrivalProcess.POISSON);
        RunResult result = simulation.run();
        assertThat(result.latencies().get(Latency.SEND_DELAY).orElseThrow().getValueAtPercentile(99))
                .isGreaterThan(10_000_000);
        assertThat((double) result.measured().blocked() / result.measured().sent())
                .isBetween(0.45, 0.55);
        assertThat(result.latencies().get(Latency.OWN_DELAY).orElseThrow().getMaxValue())
                .isZero();
        assertThat(reasons(result)).isEmpty();
    }

    /**
     * A client library that keeps one send call for a time, without a word of the broker's. Messages are due each 0.1 ms, of two
     * producers in turn on one thread: all that became due in a long call have waited for the library. Of a short one, which its
     * own work may take, the delay is Dyno's.
     */
    @ParameterizedTest
    @CsvSource({"300, 2999", "2, 19", "1, 0"})
    void sendCallThatTheClientLibraryKeepsIsNotDynosDelay(int callMs, long held) {
        Simulation simulation = new Simulation();
        ScriptedDriver driver = new ScriptedDriver();
        long[] calls = new long[1];
        driver.trySend = (producer, body, token, listener) -> {
            if (++calls[0] == 5_000) {
                simulation.time.advance(callMs * MS);
            }
            driver.deliver(body);
            listener.onSendCompleted(token, null);
            return true;
        };
        simulation.driver = driver;
        simulation.load = Schedule.constant(Rate.perSecond(10_000));
        simulation.producers = 2;
        simulation.maxPending = 0;
        simulation.duration = Duration.ofSeconds(2);
        RunResult result = simulation.run();
        assertThat(result.due().orElseThrow().messages()).isEqualTo(20_000);
        assertThat(result.measured().blocked()).isEqualTo(held);
        long delayNs = result.latencies().get(Latency.SEND_DELAY).orElseThrow().getMaxValue();
        assertThat(delayNs / 1e6).isCloseTo(callMs - 0.1, within(0.001 * callMs));
        assertThat(result.latencies().get(Latency.OWN_DELAY).orElseThrow().getMaxValue())
                .isEqualTo(held > 0 ? 0 : delayNs);
        Histogram blocked = result.latencies().get(Latency.BLOCKED_TIME).orElseGet(() -> new Histogram(3));
        assertThat(blocked.getTotalCount()).isEqualTo(held);
        assertThat(blocked.getMaxValue()).isEqualTo(held > 0 ? delayNs : 0);
        assertThat(reasons(result)).isEmpty();
    }

    private static long arrivalsOf(Schedule schedule, long seed) {
        Cursor cursor = schedule.cursor(new Slice(0, 1), seed);
        long count = 0;
        while (cursor.next() < 5 * SECOND) {
            count++;
        }
        return count;
    }

    /** A seed that has drawn fewer than 99 % of the mean. The second run stands still for its last 200 ms. */
    @ParameterizedTest
    @CsvSource({"'', false", "200ms every 5s, true"})
    void poissonLoadIsComparedWithItsOwnArrivals(String stall, boolean missed) {
        Schedule schedule = Schedule.constant(Rate.perSecond(1_000)).withArrivals(ArrivalProcess.POISSON);
        long seed = 1;
        while (arrivalsOf(schedule, seed) >= 4_950) {
            seed++;
        }
        long arrivals = arrivalsOf(schedule, seed);
        Simulation simulation = new Simulation().script("service", "1us").script("origin", "5001us");
        if (!stall.isEmpty()) {
            simulation.script("stall", stall);
        }
        simulation.load = schedule;
        simulation.seed = seed;
        simulation.maxPending = 0;
        simulation.duration = Duration.ofSeconds(5);
        RunResult result = simulation.run();
        assertThat(result.due().orElseThrow().messages()).isEqualTo(arrivals);
        assertThat(reasons(result)).isEqualTo(missed ? List.of("rate-missed") : List.of());
        if (missed) {
            assertThat(FindingText.FLAGS.of(result.verdict().reasons().get(0)))
                    .contains(" of the " + Math.round(arrivals / 5.0) + " due; ");
        }
    }

    private static Simulation wakingLate(int lateMs) {
        Simulation simulation = Simulation.onNullDriver();
        simulation.consume = false;
        simulation.onClock(new ForwardingTime(simulation.time) {
            @Override
            public void parkUntil(long deadlineNs) {
                super.parkUntil(deadlineNs);
                if (simulation.time.nanoTime() >= deadlineNs) {
                    simulation.time.advance(lateMs * 1_000_000L);
                }
            }
        });
        return simulation;
    }

    /** Late by 5 ms the thread finds 500 messages that were due in the last moments: more than it records at a time. */
    @Test
    void manyThatWereDueInTheLastMomentsAreSentToo() {
        Simulation simulation = wakingLate(5);
        simulation.load = Schedule.constant(Rate.perSecond(100_000));
        simulation.maxPending = 0;
        simulation.producers = 2;
        simulation.duration = Duration.ofSeconds(1);
        RunResult result = simulation.run();
        assertThat(result.totals().sent()).isEqualTo(100_000);
        assertThat(result.due().orElseThrow().unsent()).isZero();
    }

    /**
     * A thread that wakes up late each time, at the end of the load, too. The last message is due 10 ms before the end: late by 12 ms the thread finds it then, alone. Late by 45 ms it finds four.
     */
    @ParameterizedTest
    @CsvSource({"1, 0, ASYNC", "12, 0, ASYNC", "45, 4, ASYNC", "1, 0, SYNC", "12, 0, SYNC", "45, 4, SYNC"})
    void whatWasDueInTheLastMomentsIsSentIfOnlyDynoIsLate(int lateMs, long unsent, SendMode mode) {
        Simulation simulation = wakingLate(lateMs);
        simulation.mode = mode;
        simulation.load = Schedule.constant(Rate.perSecond(PER_SECOND));
        simulation.duration = Duration.ofSeconds(10);
        RunResult result = simulation.run();
        assertThat(result.due().orElseThrow().messages()).isEqualTo(1_000);
        assertThat(result.due().orElseThrow().unsent()).isEqualTo(unsent);
        assertThat(result.latencies()
                        .percentile(Latency.RESPONSE, 100)
                        .orElseThrow()
                        .isExact())
                .isEqualTo(unsent == 0);
    }

    /**
     * A message is due each 4 ms, and a call takes as long as it says: of the last two, due 8 and 4 ms before the end, the last is sent if
     * the call before it ended in time; else it has waited for the broker, and stays unsent.
     */
    @ParameterizedTest
    @CsvSource({"3ms, 0", "9ms, 1"})
    void whatWaitedForABlockingCallAtTheEndStaysUnsent(String lastCall, long unsent) {
        Simulation simulation = new Simulation().script("service", "1ms").script("stall", lastCall + " at 9992ms");
        simulation.script("origin", "6ms");
        simulation.mode = SendMode.SYNC;
        simulation.load = Schedule.constant(Rate.perSecond(250));
        simulation.duration = Duration.ofSeconds(10);
        RunResult result = simulation.run();
        assertThat(result.due().orElseThrow().messages()).isEqualTo(2_500);
        assertThat(result.due().orElseThrow().unsent()).isEqualTo(unsent);
    }
}
