package dev.dyno.driver.sim;

import static dev.dyno.driver.sim.SimBench.MS;
import static dev.dyno.driver.sim.SimBench.SECOND;
import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When messages are acknowledged and delivered, to the nanosecond. */
class SimServiceTest {

    private static final long US = 1_000L;

    @Test
    void aMessageIsAcknowledgedAfterItsServiceAndDeliveredAfterItsDelivery() throws DriverException {
        try (SimBench bench = new SimBench("?service=100us&delivery=2ms")) {
            bench.listener();
            bench.sendEvery(MS, 3, bench.producer(SendMode.ASYNC));
            assertThat(bench.acknowledgedNs).containsExactly(100 * US, MS + 100 * US, 2 * MS + 100 * US);
            assertThat(bench.deliveredNs).containsExactly(2 * MS + 100 * US, 3 * MS + 100 * US, 4 * MS + 100 * US);
        }
    }

    /** One server makes a queue, unlimited ones do not; service times follow one another. */
    @ParameterizedTest
    @CsvSource({
        "?service=1ms, 0, 1 2 3 4",
        "?service=1ms&servers=unlimited, 0, 1 1 1 1",
        "'?service=1ms for 10ms, then 2ms for 20ms, then 3ms&servers=unlimited', 5, 1 6 12 17 22 27 33 38"
    })
    void messagesAreAcknowledgedWhenTheirServiceEnds(String script, long everyMs, String acknowledgedMs)
            throws DriverException {
        List<Long> expected = Stream.of(acknowledgedMs.split(" ", -1))
                .map(ms -> Long.parseLong(ms) * MS)
                .toList();
        try (SimBench bench = new SimBench(script)) {
            bench.sendEvery(everyMs * MS, expected.size(), bench.producer(SendMode.ASYNC));
            assertThat(bench.acknowledgedNs).isEqualTo(expected);
        }
    }

    @Test
    void theTimesOfConstantSendsThroughAStallAreExact() throws DriverException {
        try (SimBench bench = new SimBench("?service=100us&stall=1s every 10s")) {
            final int count = 30_000;
            bench.sendEvery(MS, count, bench.producer(SendMode.ASYNC));
            final List<Long> expected = new ArrayList<>();
            long freeNs = 0;
            for (int i = 0; i < count; i++) {
                final long sentNs = i * MS;
                long doneNs = Math.max(sentNs, freeNs) + 100 * US;
                // No service is cut by a stall here: 9 s is a multiple of 1 ms, and the backlog of 1000 messages
                // that a stall leaves is gone 111.1 ms after it.
                final long inPeriod = (doneNs - 100 * US) % (10 * SECOND);
                if (inPeriod >= 9 * SECOND) {
                    doneNs += 10 * SECOND - inPeriod;
                }
                freeNs = doneNs;
                expected.add(doneNs);
            }
            assertThat(bench.acknowledgedNs).isEqualTo(expected);
            // The numbers themselves: before the stall, its first and last message, the end of the backlog.
            assertThat(bench.acknowledgedNs.get(8_999)).isEqualTo(8_999_100 * US);
            assertThat(bench.acknowledgedNs.get(9_000)).isEqualTo(10 * SECOND + 100 * US);
            assertThat(bench.acknowledgedNs.get(9_999)).isEqualTo(10 * SECOND + 1_000 * 100 * US);
            // Message 10,000 + k waits for 1,000 + k others: 10 s + 100 us * (1,001 + k), while k ms < 100 us * (1,000
            // + k).
            assertThat(bench.acknowledgedNs.get(10_111)).isEqualTo(10 * SECOND + 100 * US * 1_112);
            assertThat(bench.acknowledgedNs.get(10_112)).isEqualTo(10_112 * MS + 100 * US);
            assertThat(bench.acknowledgedNs.stream().filter(ns -> ns % (10 * SECOND) > 9 * SECOND))
                    .as("acknowledgements inside a stall")
                    .isEmpty();
        }
    }

    @Test
    void workThatAStallCutsContinuesAfterIt() throws DriverException {
        final String script = "?service=4ms&stall=1s every 10s";
        assertThat(acknowledgedNs(script, 0, 9 * SECOND - 4 * MS, 9 * SECOND - 3 * MS))
                .containsExactly(9 * SECOND, 10 * SECOND + 4 * MS);
        assertThat(acknowledgedNs(script, 0, 9 * SECOND - MS)).containsExactly(10 * SECOND + 3 * MS);
    }

    /** When messages are acknowledged of a broker that is made at a time, and that are sent at these. */
    private static List<Long> acknowledgedNs(String script, long fromNs, long... sentNs) throws DriverException {
        try (SimBench bench = new SimBench(script, new VirtualTime(fromNs))) {
            final Producer producer = bench.producer(SendMode.ASYNC);
            for (final long ns : sentNs) {
                bench.time.advance(ns - bench.time.nanoTime());
                SimBench.send(producer, 0);
            }
            bench.time.advance(20 * SECOND);
            return bench.acknowledgedNs;
        }
    }

    @Test
    void aStallHoldsMessagesWithoutServiceTimeToo() throws DriverException {
        assertThat(acknowledgedNs("?stall=1s every 10s", 0, 9 * SECOND - 1, 9 * SECOND, 10 * SECOND))
                .containsExactly(9 * SECOND - 1, 10 * SECOND, 10 * SECOND);
    }

    @Test
    void stallsMayOverlapAndBeginLater() {
        final ScriptedStalls stalls = new ScriptedStalls(
                List.of(new ScriptedStalls.Stall(10, 100, 0), new ScriptedStalls.Stall(20, 100, 1_005)), 5_000);
        assertThat(stalls.doneNs(5_089, 0)).isEqualTo(5_089);
        assertThat(stalls.doneNs(5_090, 0)).isEqualTo(5_100);
        assertThat(stalls.doneNs(5_099, 1)).isEqualTo(5_101);
        // From 6,005 on the second kind: [6,085, 6,105) joins [6,090, 6,100).
        assertThat(stalls.doneNs(6_084, 1)).isEqualTo(6_085);
        assertThat(stalls.doneNs(6_084, 2)).isEqualTo(6_106);
        assertThat(stalls.doneNs(6_095, 0)).isEqualTo(6_105);
        assertThat(stalls.doneNs(6_105, 160)).isEqualTo(6_285);
        assertThat(stalls.doneNs(6_105, 161)).isEqualTo(6_306);
    }

    @Test
    void stallsCountFromTheFirstConnectionOrAGivenOrigin() throws DriverException {
        assertThat(acknowledgedNs("?stall=1s every 10s", 5 * SECOND, 14 * SECOND))
                .containsExactly(15 * SECOND);
        assertThat(acknowledgedNs("?stall=1s every 10s&origin=2s", 5 * SECOND, 11 * SECOND + 1))
                .containsExactly(12 * SECOND);
    }

    @Test
    void aSynchronousSendReturnsAtItsAcknowledgement() throws DriverException {
        try (SimBench bench = new SimBench("?service=3ms")) {
            final Producer producer = bench.producer(SendMode.SYNC);
            for (int i = 1; i <= 5; i++) {
                producer.send(SimBench.body(i));
                assertThat(bench.time.nanoTime()).isEqualTo(3 * MS * i);
            }
        }
    }

    @Test
    void aCommitIsServedAfterItsMessages() throws DriverException {
        try (SimBench bench = new SimBench("?service=1ms&delivery=5ms")) {
            bench.listener();
            final Producer producer = bench.producer(SendMode.TRANSACTED);
            for (int i = 0; i < 3; i++) {
                producer.send(SimBench.body(i));
            }
            assertThat(bench.time.nanoTime()).isZero();
            bench.time.advance(SECOND);
            assertThat(bench.delivered).isEmpty();
            producer.send(SimBench.body(3));
            producer.commit();
            assertThat(bench.time.nanoTime()).isEqualTo(SECOND + 2 * MS);
            bench.time.advance(SECOND);
            assertThat(bench.delivered).containsExactly(0L, 1L, 2L, 3L);
            assertThat(bench.deliveredNs).containsOnly(SECOND + 7 * MS);
            assertThat(bench.broker.counts().acknowledged()).isEqualTo(4);
        }
    }

    @Test
    void aFullBrokerRefusesUntilAMessageIsAcknowledged() throws DriverException {
        try (SimBench bench = new SimBench("?service=1ms&capacity=2")) {
            final Producer producer = bench.producer(SendMode.ASYNC);
            assertThat(producer.trySend(SimBench.body(0), 0)).isTrue();
            assertThat(producer.trySend(SimBench.body(1), 1)).isTrue();
            assertThat(producer.trySend(SimBench.body(2), 2)).isFalse();
            bench.time.advance(MS - 1);
            assertThat(producer.trySend(SimBench.body(2), 2)).isFalse();
            bench.time.advance(1);
            assertThat(producer.trySend(SimBench.body(2), 2)).isTrue();
            bench.time.advance(10 * MS);
            assertThat(bench.acknowledgedNs).containsExactly(MS, 2 * MS, 3 * MS);
            assertThat(bench.broker.counts().refused()).isEqualTo(2);
            assertThat(bench.broker.counts().sent()).isEqualTo(3);
        }
    }

    @Test
    void aBlockingSendWaitsForRoom() throws DriverException {
        try (SimBench bench = new SimBench("?service=1ms&capacity=2")) {
            final Producer producer = bench.producer(SendMode.TRANSACTED);
            for (int i = 0; i < 4; i++) {
                producer.send(SimBench.body(i));
            }
            assertThat(bench.time.nanoTime()).isEqualTo(2 * MS);
        }
    }

    @Test
    void uniformServiceStaysWithinItsBounds() throws DriverException {
        final List<Long> times = serviceTimes("?service=uniform(50us,150us)&servers=unlimited");
        assertThat(times).allMatch(ns -> ns >= 50 * US && ns <= 150 * US);
        // Mean 100 us, standard deviation 100/sqrt(12) us: five standard errors of 100,000 draws are 0.46 us.
        assertThat(mean(times)).isBetween(99.54 * US, 100.46 * US);
    }

    @Test
    void exponentialServiceHasItsMean() throws DriverException {
        final List<Long> times = serviceTimes("?service=exponential(100us)&servers=unlimited");
        // Standard deviation 100 us: five standard errors of 100,000 draws are 1.6 us. Beyond the mean lies 1/e.
        assertThat(mean(times)).isBetween(98.4 * US, 101.6 * US);
        assertThat(times.stream().filter(ns -> ns > 100 * US).count()).isBetween(36_000L, 37_600L);
    }

    @Test
    void theSameSeedGivesTheSameTimesAndAnotherSeedOthers() throws DriverException {
        final List<Long> one = serviceTimes("?service=exponential(100us)&servers=unlimited&seed=5");
        assertThat(serviceTimes("?service=exponential(100us)&servers=unlimited&seed=5"))
                .isEqualTo(one);
        assertThat(serviceTimes("?service=exponential(100us)&servers=unlimited&seed=6"))
                .isNotEqualTo(one);
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void anHourPassesQuickly() throws DriverException {
        try (SimBench bench = new SimBench("?service=100us&delivery=1ms&stall=1s every 10s")) {
            bench.listener();
            bench.sendEvery(2 * MS, 1_800_000, bench.producer(SendMode.ASYNC));
            assertThat(bench.delivered).hasSize(1_800_000);
            assertThat(bench.time.nanoTime()).isEqualTo(3_600 * SECOND - 2 * MS + 100 * SECOND);
        }
    }

    @Test
    void aBlockingSendInsideADeadBrokerThrowsInsteadOfWaitingForEver() throws DriverException {
        try (SimBench bench = new SimBench("?service=10s&die=1s")) {
            final Producer producer = bench.producer(SendMode.SYNC);
            assertFails(() -> producer.send(SimBench.body(0)), "…has died…");
            assertThat(bench.time.nanoTime()).isEqualTo(SECOND);
        }
    }

    private static List<Long> serviceTimes(String script) throws DriverException {
        try (SimBench bench = new SimBench(script)) {
            // A second apart, so that each is acknowledged before the next is sent.
            bench.sendEvery(SECOND, 100_000, bench.producer(SendMode.ASYNC));
            assertThat(bench.acknowledgedNs).hasSize(100_000);
            final List<Long> times = new ArrayList<>();
            for (int i = 0; i < bench.acknowledgedNs.size(); i++) {
                times.add(bench.acknowledgedNs.get(i) - i * SECOND);
            }
            return times;
        }
    }

    private static double mean(List<Long> times) {
        return times.stream().mapToLong(Long::longValue).average().orElseThrow();
    }
}
