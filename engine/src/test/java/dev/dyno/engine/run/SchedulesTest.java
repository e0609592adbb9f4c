package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The load is the one that was asked for, to the message, and late messages count from when they were intended. */
class SchedulesTest extends SimulatedRun {

    private static final long US = 1_000;
    /** When the load begins with a service time of 1 us: the probe, and 5 ms until the runner looks again. */
    private static final String START = "5001us";

    /** Intended offset → producer, of all messages of a run on a driver that takes them at once. */
    private static void noteTimes(Simulation simulation, Map<Long, Integer> times) {
        ScriptedDriver driver = simulation.scripted();
        Envelope envelope = new Envelope();
        driver.trySend = (producer, body, token, listener) -> {
            assertThat(envelope.read(body)).isTrue();
            times.put(envelope.intendedNs, producer);
            return driver.complete(body, token, listener);
        };
    }

    @Test
    void producersAreStaggered() {
        simulation.set("producers 10; load constant 1000/s; duration 3s");
        SortedMap<Long, Integer> times = new TreeMap<>();
        noteTimes(simulation, times);
        assertThat(simulation.run().totals().sent()).isEqualTo(3_000);
        assertThat(times).hasSize(3_000);
        long expected = times.firstKey();
        int producer = 0;
        for (Map.Entry<Long, Integer> message : times.entrySet()) {
            assertThat(message.getKey()).isEqualTo(expected);
            assertThat(message.getValue()).isEqualTo(producer);
            expected += MS;
            producer = (producer + 1) % 10;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "3/s, 7, 10, 30",
        "1000/s, 7, 10, 10000",
        "1/7s, 3, 70, 10",
        "0.5/s, 100, 60, 30",
        "999/s, 1000, 1, 999",
        "90/min, 4, 20, 30"
    })
    void noRateAndNoRemainderOfItIsLost(String rate, int producers, int seconds, long sent) {
        RunResult result = run("load constant %s; producers %s; duration %ss", rate, producers, seconds);
        assertCounts(result, "sent " + sent + ", delivered " + sent);
        assertThat(findings(result)).doesNotContain("rate-missed", "unsent-at-end");
    }

    @ParameterizedTest
    @CsvSource({"100, 7, ''", "3, 7, ''", "100, 7, constant 1000/s", "1000, 999, constant 1000/s poisson"})
    void noRemainderOfACountIsLost(long count, int producers, String load) {
        simulation.load = load.isEmpty() ? LoadShape.ALL_OUT : LoadShape.parse(load);
        simulation.set("producers %s; messageCount %s; duration 0s", producers, count);
        assertCounts(simulation.run(), "sent " + count + ", delivered " + count);
    }

    @Test
    void aPoissonLoadIsTheOneOfItsCursors() {
        Schedule schedule = Schedule.constant(Rate.perSecond(1_000)).withArrivals(ArrivalProcess.POISSON);
        simulation.load = schedule;
        simulation.set("producers 3; maxPending 0; duration 20s; seed 4");
        long expected = arrivals(schedule, 3, 4, 20 * SECOND);
        RunResult result = simulation.run();
        assertThat(result.totals().sent()).isEqualTo(expected);
        // The square root of 20,000 is 141.
        assertThat(expected).isBetween(19_500L, 20_500L);
        assertThat(latency(result, Latency.SEND_DELAY).getMaxValue()).isZero();
    }

    /** Each of two workers has one of them. No instant is that of two messages, neither at the first rate nor at the second. */
    @Test
    void poissonArrivalsOfTwoGroupsAreIndependent() {
        simulation.file = Optional.of("""
                producers:
                  - { to: queue://A, rate: 500/s, arrivals: poisson, max-pending: 100 }
                  - { to: queue://B, rate: 500/s, arrivals: poisson, max-pending: 100 }
                phases: { measure: 6s }
                """);
        Map<Long, Integer> times = new HashMap<>();
        LiveRate.Change change = new LiveRate.Change(3 * SECOND, 2_000);
        RunResult result = SimulatedGroup.run(
                2,
                simulation,
                worker -> {
                    Simulation each = new Simulation();
                    each.file = simulation.file;
                    noteTimes(each, times);
                    each.whileRunning = runner -> each.time.schedule(3 * SECOND, () -> runner.steer(change));
                    return each;
                },
                new Simulation());
        assertThat((long) times.size()).isEqualTo(result.totals().sent());
        // Five standard deviations of 3,000 and 6,000 expected ones.
        assertThat((double) result.totals().sent()).isCloseTo(9_000, within(5 * Math.sqrt(9_000)));
    }

    /** The last 200 of 2,000 messages are in a transaction that is not full. */
    @ParameterizedTest
    @ValueSource(strings = {"", " poisson"})
    void aTransactionDoesNotWaitForTheEndOfAPause(String arrivals) {
        RunResult result = run(
                "load steps 1000/s for 2s, 0/s for 3s, 1000/s for 2s%s; mode TRANSACTED; commitInterval 300; duration 7s",
                arrivals);
        assertThat(latency(result, Latency.RESPONSE).getMaxValue()).isLessThan(SECOND);
        assertThat(result.ledger().delivered()).isEqualTo(result.totals().sent());
    }

    /** Nor does a slow rate make the transactions smaller. */
    @Test
    void aTransactionWaitsForTheMessagesOfASlowRate() {
        RunResult result = run("load constant 0.5/s; mode TRANSACTED; commitInterval 10; duration 40s");
        assertThat(latency(result, Latency.COMMIT).getTotalCount()).isEqualTo(2);
    }

    @Test
    void aBurstIsSeenInItsIntervals() {
        RunResult result = run("load burst 100/s for 1s, 1000/s for 2s; maxPending 0; duration 7s");
        assertThat(simulation.intervals)
                .extracting(interval -> interval.counts().sent())
                .startsWith(100L, 1_000L, 1_000L, 100L, 1_000L, 1_000L, 100L);
        assertThat(result.totals().sent()).isEqualTo(4_300);
    }

    @Test
    void warmupMessagesAreNotMeasuredAndThePhasesAreCutWhereTheyEnd() {
        RunResult result =
                run("service=700ms; servers=unlimited; load constant 10/s; maxPending 0; warmup 2500ms; duration 5s");
        // Intended at 2.5, 2.6, … 4.9 s.
        assertCounts(result, "response 25, end-to-end 25, measured sent 25, sent 50, acknowledged 50");
        assertThat(result.measuredNs()).isEqualTo(2_500 * MS);
        assertThat(simulation.intervals.stream()
                        .map(i -> i.phase() + " " + i.startNs() / MS + ".." + i.endNs() / MS)
                        .toList())
                .startsWith(
                        "WARMUP 0..500",
                        "WARMUP 500..1500",
                        "WARMUP 1500..2500",
                        "MEASURE 2500..3500",
                        "MEASURE 3500..4500",
                        "MEASURE 4500..5000");
        assertThat(simulation.intervals).last().extracting(Interval::phase).isEqualTo(Interval.Phase.DRAIN);
    }

    @Test
    void aRefusedMessageIsTriedAgainWithItsIntendedTime() {
        // 2,000/s to a server of 1,000/s that holds ten; one second of them takes two.
        RunResult result =
                run("service=1ms; capacity=10; load steps 2000/s for 1s, 0/s for 3s; maxPending 1000; duration 4s");
        Histogram expected = new Histogram(3);
        for (int i = 0; i < 2_000; i++) {
            // The server is never idle; each message is done at the end of its own millisecond.
            expected.recordValue((i + 1) * MS - i * MS / 2);
        }
        assertThat(latency(result, Latency.RESPONSE)).isEqualTo(expected);
        assertThat(latency(result, Latency.END_TO_END)).isEqualTo(expected);
        assertCounts(result, "sent 2_000, delivered 2_000");
        assertThat(simulation.truth().refused()).isGreaterThan(1_900);
        // Each that had to wait counts once, however often it was tried.
        assertThat(result.totals().blocked())
                .isEqualTo(latency(result, Latency.SEND_DELAY).getCountBetweenValues(1, 10 * SECOND));
        // A message that was taken waits at the broker for nine others at most.
        assertThat(latency(result, Latency.SEND_ACK).getMaxValue()).isBetween(9_970 * US, 10_010 * US);
    }

    @Test
    void anAllOutMessageThatIsRefusedCountsFromItsFirstTry() {
        ScriptedDriver driver = simulation.scripted();
        int[] tries = new int[1];
        driver.trySend = (producer, body, token, listener) -> {
            if (++tries[0] % 4 != 0) {
                return false;
            }
            return driver.complete(body, token, listener);
        };
        RunResult result = run("messageCount 100");
        assertCounts(result, "sent 100, blocked 100");
        // Three tries, 20 us after each other.
        assertThat(latency(result, Latency.RESPONSE).getMinValue()).isBetween(59_950L, 60_000L);
        assertThat(latency(result, Latency.RESPONSE).getMaxValue()).isBetween(60_000L, 60_050L);
        assertThat(latency(result, Latency.SEND_ACK).getMaxValue()).isZero();
        assertThat(result.latencies().get(Latency.SEND_DELAY)).isEmpty();
    }

    /** Fault of producer 0 of a loop. */
    enum Trouble {
        NEVER_ACKNOWLEDGED,
        ALWAYS_REFUSED,
        ALWAYS_FAILS
    }

    @ParameterizedTest
    @EnumSource
    void aProducerInTroubleHoldsUpNoneOfItsLoop(Trouble trouble) {
        ScriptedDriver driver = simulation.scripted();
        Map<Integer, Integer> sent = new HashMap<>();
        driver.trySend = (producer, body, token, listener) -> {
            if (producer == 0) {
                switch (trouble) {
                    case NEVER_ACKNOWLEDGED -> {
                        return true;
                    }
                    case ALWAYS_REFUSED -> {
                        return false;
                    }
                    case ALWAYS_FAILS -> throw new dev.dyno.driver.DriverException("no");
                }
            }
            sent.merge(producer, 1, Integer::sum);
            return driver.complete(body, token, listener);
        };
        RunResult result = run("producers 5; load constant 500/s; duration 4s; onFailure COUNT");
        assertThat(sent).isEqualTo(Map.of(1, 400, 2, 400, 3, 400, 4, 400));
        assertThat(latency(result, Latency.RESPONSE).getMaxValue()).isZero();
        assertCounts(result, "acknowledged 1_600, lost 0");
        assertThat(result.ledger().inDoubt())
                .isEqualTo(
                        switch (trouble) {
                            case NEVER_ACKNOWLEDGED -> 1;
                            case ALWAYS_REFUSED -> 0;
                            case ALWAYS_FAILS -> 400;
                        });
    }

    @Test
    void aFullProducerWaitsForItsOwnAcknowledgementsOnly() {
        // All-out, two producers: one acknowledged after 1 ms, the other after 100 ms.
        ScriptedDriver driver = simulation.scripted();
        int[] sent = new int[2];
        driver.trySend = (producer, body, token, listener) -> {
            sent[producer]++;
            driver.deliver(body);
            simulation.time.schedule(
                    simulation.time.nanoTime() + (producer == 0 ? MS : 100 * MS),
                    () -> listener.onSendCompleted(token, null));
            return true;
        };
        RunResult result = run("producers 2; duration 10s");
        assertThat(sent).containsExactly(10_000, 100);
        assertThat(latency(result, Latency.RESPONSE).getMinValue())
                .isEqualTo(latency(result, Latency.SEND_ACK).getMinValue());
    }

    /** One at a time, and the broker needs so long: which slots are sent when, by hand. */
    @ParameterizedTest
    @CsvSource({"1500, ''", "900, ''", "3700, ''", "1, 700ms every 5s", "1, 1.5s every 5s", "300, 2s every 4s from 1s"})
    void missedSlotsAreSkippedAndCounted(long serviceUs, String stall) {
        int seconds = 20;
        simulation.script("service", serviceUs + "us").script("origin", stall.isEmpty() ? "0s" : start(serviceUs));
        if (!stall.isEmpty()) {
            simulation.script("stall", stall);
        }
        simulation.set("load constant 1000/s; missed SKIP; duration %ss", seconds);
        Stall stalls = Stall.of(stall);
        Histogram response = new Histogram(3);
        long sent = 0;
        long skipped = 0;
        long slot = 0;
        long free = 0;
        while (true) {
            // Free again: the last slot that is due, or the next one. After a thousand missed ones, the one to come.
            long lastDue = free / MS;
            long next = lastDue - slot > 1_000 ? lastDue + 1 : Math.max(slot, lastDue);
            skipped += free < seconds * SECOND ? next - slot : 0;
            slot = next;
            long now = Math.max(free, slot * MS);
            if (now >= seconds * SECOND) {
                break;
            }
            free = stalls.done(now, serviceUs * US);
            response.recordValue(free - slot * MS);
            sent++;
            slot++;
        }
        RunResult result = simulation.run();
        assertThat(result.totals().sent()).isEqualTo(sent);
        assertThat(latency(result, Latency.RESPONSE)).isEqualTo(response);
        assertThat(result.totals().skipped()).isEqualTo(skipped);
        assertThat(latency(result, Latency.SEND_DELAY).getMaxValue()).isLessThan(MS);
        assertThat(result.ledger().delivered()).isEqualTo(sent);
    }

    private static String start(long serviceUs) {
        return 5_000 + serviceUs + "us";
    }

    /** The last so long of each period from a time on. */
    record Stall(long length, long period, long from) {

        static Stall of(String text) {
            if (text.isEmpty()) {
                return new Stall(0, Long.MAX_VALUE / 4, 0);
            }
            String[] words = text.split(" ", -1);
            return new Stall(ns(words[0]), ns(words[2]), words.length > 3 ? ns(words[4]) : 0);
        }

        private static long ns(String text) {
            return dev.dyno.driver.setting.Units.parseDurationNs(text);
        }

        long done(long start, long work) {
            long at = start;
            long left = work;
            while (true) {
                long inPeriod = Math.floorMod(at - from, period);
                boolean rests = at >= from && inPeriod >= period - length;
                if (rests) {
                    at += period - inPeriod;
                    continue;
                }
                long free = at < from ? from - at + period - length : period - length - inPeriod;
                if (left <= free) {
                    return at + left;
                }
                left -= free;
                at += free;
            }
        }
    }

    @Test
    void whatWasDueAndNotSentAnyMoreIsReported() {
        RunResult result =
                run("service=1us; stall=500ms every 100s; origin=%s; load constant 100/s; duration 100s", START);
        // One message met the stall, 49 after it were due.
        assertThat(result.totals().sent()).isEqualTo(9_951);
        assertThat(sentence(result, "unsent-at-end"))
                .startsWith(
                        "49 of 10,000 messages were due before the end of the load and never sent: of their latencies"
                                + " only lower bounds are known; ")
                .endsWith("raise --max-pending (1), or lower --rate");
        assertThat(reasons(result)).doesNotContain("rate-missed");
    }

    @Test
    void blockingProducersKeepTheirScheduleToo() {
        List<Histogram> responses = new ArrayList<>();
        for (SendMode mode : List.of(SendMode.ASYNC, SendMode.SYNC, SendMode.TRANSACTED)) {
            Simulation run = new Simulation()
                    .set(
                            "service=2ms; stall=1s every 5s; origin=7ms; load constant 100/s; mode %s; "
                                    + "commitInterval %s; duration 20s",
                            mode, mode == SendMode.TRANSACTED ? 1 : 0);
            RunResult result = run.run();
            responses.add(latency(result, Latency.RESPONSE));
            assertThat(latency(result, Latency.RESPONSE).getMaxValue()).isBetween(SECOND, SECOND + 10 * MS);
            assertThat(latency(result, Latency.SEND_DELAY).getMaxValue()).isBetween(900 * MS, SECOND);
        }
        assertThat(responses.get(1)).isEqualTo(responses.get(0));
    }
}
