package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.RunResult;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripted runs in each of which one thing is wrong and named, and runs without anything wrong, in which nothing is named. */
@Tag("slow")
class NothingSilentTest extends SimulatedRun {

    /** The real load of this machine does not matter in virtual time. */
    private static final Set<String> OF_THE_MACHINE =
            Set.of("worker-saturated", "processors-saturated", "worker-gc", "limited-by-generator", "one-core-full");

    /** Good news, and what paces a load without a rate. */
    private static final Set<String> NOTHING_WRONG =
            Set.of("rate-held", "delivered-exactly-once", "limited-by-acknowledgements");

    private static Stream<String> named(RunResult result) {
        return result.verdict().findings().stream()
                .map(Finding::code)
                .filter(Predicate.not(OF_THE_MACHINE::contains))
                .filter(Predicate.not(NOTHING_WRONG::contains));
    }

    private static Simulation with(String line) {
        Simulation simulation = new Simulation();
        simulation.set("load constant 1000/s; maxPending 100; service=100us; duration 12s; drain 5s");
        simulation.set(line.replace("%", "%%"));
        return simulation;
    }

    /** Scripts with one fault each, and the code that names it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                # Less received than was to be received.
                selector color = 'red' | nothing-delivered
                timeToLive 500us; consumerSpan 20s | nothing-delivered
                delivery=60s; consumerSpan 20s; drain 2s | nothing-delivered
                lose=every 1; consumerSpan 20s | messages-lost
                lose=every 1000 | messages-lost
                timeToLive 1h; lose=every 1000 | messages-lost
                timeToLive 500ms; stall=2s at 5s; maxPending 3000 | deliveries-expired
                delivery=3s; drain 1s | undelivered
                delivery=60s; consumerSpan 20s; drain 6s | deliveries-stopped
                delivery=3s | backlog
                duplicate=every 100 | messages-duplicated
                corrupt=every 1000 | messages-corrupt
                reorder=every 1000 | messages-reordered
                # A rate that is not the asked one.
                service=1250us | rate-missed
                service=1250us; mode SYNC | rate-missed
                service=2ms; maxPending 1; messageCount 5000 | rate-missed
                service=1250us; missed SKIP; maxPending 1 | rate-missed
                stall=3s at 10500ms; maxPending 1; duration 12s; drain 1s | rate-missed
                stall=60ms at 11945ms; maxPending 1; duration 12s; origin=5100us | unsent-at-end
                fail=every 1000; onFailure COUNT | sends-failed
                load ramp 100/s to 1000/s in 12s; service=1500us | rate-missed
                load constant 1000/s poisson; service=1100us | rate-missed
                # The rate, or the latency, was not the same all along.
                stall=2s at 5s | outage
                stall=900ms at 5s | stalls
                stall=100ms every 3s; duration 30s | stalls
                service=100us for 5s, then 1250us for 4s, then 100us | stalls
                load all-out; service=1ms for 4s, then 1250us for 4s, then 1ms | rate-not-steady
                load all-out; service=1ms for 9s, then 1250us | rate-not-steady
                load all-out; service=500us for 2s, then 1ms | rate-not-steady
                load all-out; mode SYNC; service=1ms for 2s, then 1030us for 2s, then 1060us for 2s, then 1090us for 2s, then 1120us | rate-not-steady
                consume false; load all-out; service=1ms for 6s, then 1250us for 3s, then 1ms | rate-not-steady
                service=100us for 6s, then 400us | latency-not-steady
                service=400us for 4s, then 100us | latency-not-steady
                load constant 1000/s poisson; service=100us for 4s, then 500us for 4s, then 100us | latency-not-steady
                untilSteady true; warmup 20s; duration 40s; load ramp 100/s to 4100/s in 40s; maxPending 100 | never-steady
                # The run was not as planned.
                die=8s | run-failed
                messageCount 90 | few-samples
                warmup 20s; duration 10s; messageCount 100 | nothing-measured
                """)
    void oneThingIsWrongAndIsNamed(String script, String code) {
        assertThat(named(with(script).run())).contains(code);
    }

    @Test
    void thePartOfALatencyThatChangedMostIsNamed() {
        assertThat(sentence(with("service=100us for 6s, then 400us").run(), "latency-not-steady"))
                .containsPattern("; of it, (send ack|transfer) changed most[.] ");
    }

    @ParameterizedTest
    @CsvSource({"5s, 6s, fault", "15s, 16s, fault-not-done"})
    void faultsAreNamed(String kill, String restart, String code) {
        Simulation simulation = with("duration 12s");
        SimulatedFaults.plan(simulation, "kill " + kill, "restart " + restart);
        assertThat(named(simulation.run())).contains(code);
    }

    /** At one worker, and at two where that is said. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                duration 12s | 2
                seed 2; load constant 2000/s | 2
                seed 3; load constant 1000/s poisson | 2
                seed 4; load constant 3000/s poisson; service=exponential(100us) | 2
                seed 5; load constant 5000/s poisson; service=exponential(100us); maxPending 1000 |
                seed 6; load constant 900/s; duration 20s; service=uniform(50us,500us) | 2
                seed 7; load constant 1000/s; mode SYNC | 2
                seed 8; load constant 1000/s; mode TRANSACTED; commitInterval 10 | 2
                seed 9; load ramp 500/s to 3000/s in 12s | 2
                seed 10; load ramp 500/s to 5000/s in 12s; service=exponential(100us) |
                seed 11; load steps 500/s for 4s, 2000/s for 4s, 1000/s for 4s | 2
                seed 12; load steps 500/s for 6s, 4000/s for 6s; service=exponential(100us) |
                seed 13; load burst 500/s for 2s, 3000/s for 1s | 2
                seed 14; load burst 500/s for 2s, 5000/s for 1s; service=exponential(50us) |
                seed 15; load all-out; service=1ms | 2
                seed 16; load all-out; service=exponential(1ms) |
                seed 17; load all-out; service=uniform(100us,900us); mode SYNC | 2
                seed 18; load all-out; service=1ms; maxPending 1; mode TRANSACTED; commitInterval 5 |
                seed 19; load all-out; service=exponential(500us); producers 5; consumers 3 |
                seed 20; producers 4; consumers 2; load constant 1600/s | 2
                seed 21; producers 10; load constant 2000/s poisson |
                seed 22 |
                seed 23; consumers 4; ack CLIENT |
                seed 24; destinations topic://T; consumers 3 |
                seed 25; destinations queue://A queue://B; load constant 1400/s |
                seed 26; consume false | 2
                seed 27; consume false; load all-out; service=exponential(1ms) |
                seed 28; warmup 5s; duration 17s; delivery=5ms | 2
                seed 29; duration 60s; load constant 300/s poisson; service=exponential(1ms) |
                seed 30; duration 2m; load constant 200/s; service=uniform(1ms,3ms) |
                seed 31; thinkTime 500us | 2
                seed 32; untilSteady true; warmup 30s; duration 50s; load constant 3000/s |
                seed 33; lump=20ms; load constant 1000/s |
                seed 34; messageCount 5000 |
                seed 35; messageCount 5000; load constant 1000/s poisson |
                """)
    void nothingIsWrongAndNothingIsNamed(String script, @Nullable Integer workers) {
        assertThat(named(with(script).run())).isEmpty();
        if (workers != null) {
            assertThat(named(together("", "", script))).isEmpty();
        }
    }

    /** Three subscriptions of a topic receive 1,000 messages a second each, or the broker delivers 3 s late. */
    @ParameterizedTest
    @CsvSource({"0s, 0", "3s, 750"})
    void backlogOfATopicGrowsByTheDeliveriesToAllItsSubscriptions(String delivery, double perSecond) {
        RunResult result = with("destinations topic://T; consumers 3; delivery=" + delivery)
                .run();
        assertThat(Figures.valuesOf(result).get("backlog-growth")).isCloseTo(perSecond, within(1.0));
    }

    /** 6,000 messages for three subscriptions of a topic, and then 600 for a queue, or for a queue that nobody consumes. */
    @ParameterizedTest
    @ValueSource(strings = {"queue://Q", "queue://OTHER"})
    void whereDestinationsHaveOtherNumbersOfSubscriptionsNoBacklogIsInvented(String second) {
        simulation.file = Optional.of("""
                producers:
                  - { to: topic://T, rate: 1000/s, stop: 6s, max-pending: 100 }
                  - { to: %s, rate: 100/s, start: 6s, max-pending: 100 }
                consumers:
                  - { from: topic://T, count: 3 }
                  - { from: queue://Q }
                phases: { measure: 12s, drain: 5s }
                """.formatted(second));
        RunResult result = simulation.run();
        assertThat(result.ledger().expected()).isEqualTo(second.endsWith("Q") ? 18_600 : 18_000);
        assertThat(Figures.valuesOf(result)).doesNotContainKey("backlog-growth");
        assertThat(simulation.seconds.intervals().outstanding().get(11)).isNaN();
        assertThat(named(result)).doesNotContain("backlog");
    }

    /** 1,000 messages in the first second, and 100 in the next ten: together 1,100 in eleven, which is what was asked. */
    @Test
    void theAskedRateOfGroupsWithDifferentEndsIsThatOfAllTheTime() {
        simulation.file = Optional.of("""
                producers:
                  - { to: queue://Q, rate: 1000/s, messages: 1000, max-pending: 100 }
                  - { to: queue://Q, rate: 10/s, start: 1s, messages: 100, max-pending: 100 }
                consumers: { from: queue://Q }
                phases: { measure: until stopped }
                """);
        RunResult result = simulation.run();
        assertThat(result.conditions().orElseThrow().intendedPerSecond())
                .isCloseTo(100, within(2.0))
                .isCloseTo(
                        Figures.SENT_RATE.of(Numbers.of(result)).orElseThrow().low(), within(2.0));
        assertThat(named(result)).isEmpty();
    }

    /** Each message is delivered twice, 3 s late, so that at the end of the load the first deliveries of 3,000 are owed. */
    @Test
    void repeatedDeliveriesMakeNoBacklogSmaller() {
        Simulation simulation = with("duplicate=every 1; delivery=3s");
        RunResult result = simulation.run();
        assertThat(simulation.seconds.intervals().outstanding().get(11)).isCloseTo(3_000, within(10.0));
        assertThat(sentence(result, "backlog")).startsWith("The consumers did not keep up");
    }

    /** Each message is delivered twice: 1,000/s are received at the first delivery, and the broker holds none. */
    @Test
    void rateAndBacklogCountFirstDeliveries() {
        Simulation simulation = with("duplicate=every 1");
        RunResult result = simulation.run();
        assertThat(result.ledger().duplicate()).isEqualTo(12_000);
        assertThat(result.totals().received()).isEqualTo(12_000);
        assertThat(Figures.valuesOf(result).get("received-rate")).isCloseTo(1_000, within(1.0));
        assertThat(Figures.valuesOf(result).get("throughput")).isCloseTo(1_000, within(1.0));
        assertThat(Figures.valuesOf(result).get("backlog-growth")).isCloseTo(0, within(1.0));
        assertThat(simulation.intervals.stream()
                        .mapToLong(second ->
                                second.counts().acknowledged() - second.counts().received())
                        .sum())
                .isZero();
    }

    /**
     * Two workers, each with half of the load and a broker of its own: that of worker w0, that of w1 or both have the script.
     *
     * @param settings of both
     */
    static RunResult together(String whose, String script, String settings) {
        String both = "origin=1s; producers 2; consumers 2; " + settings;
        return SimulatedGroup.run(
                2,
                with(both),
                i -> with(whose.equals("both") || whose.equals("w" + i) ? both + "; " + script : both),
                new Simulation());
    }

    /** Each of two workers gets its 500/s twice, and does not know it. */
    @Test
    void rateCountsFirstDeliveriesToTwoWorkers() {
        RunResult result = together("both", "duplicate=every 1", "duration 12s");
        assertThat(result.ledger().duplicate()).isEqualTo(12_000);
        assertThat(result.totals().received()).isEqualTo(12_000);
        assertThat(Figures.valuesOf(result).get("received-rate")).isCloseTo(1_000, within(1.0));
        assertThat(result.verdict().marks()).containsKeys("end-to-end-p50", "end-to-end-mean", "end-to-end-max");
    }

    /** 12,000 in 12 s, of which one worker loses the last of its half: that is waited for in vain. */
    @Test
    void throughputOfTwoWorkersDoesNotCountTheWaitForALostMessage() {
        RunResult result = together("w1", "lose=every 6000", "duration 12s");
        assertThat(result.drainNs()).isGreaterThan(SECOND);
        assertThat(Figures.valuesOf(result).get("throughput")).isCloseTo(1_000, within(1.0));
    }

    /** 500/s at each of two workers. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                both | lose=every 1 | consumerSpan 20s | messages-lost
                w1 | lose=every 1000 | duration 12s | messages-lost
                w0 | duplicate=every 100 | duration 12s | messages-duplicated
                w1 | corrupt=every 1000 | duration 12s | messages-corrupt
                w0 | reorder=every 1000 | duration 12s | messages-reordered
                both | delivery=3s | drain 1s | undelivered
                both | delivery=60s | consumerSpan 20s; drain 6s | deliveries-stopped
                both | delivery=3s | duration 12s | backlog
                both | service=2500us | duration 12s | rate-missed
                both | service=4ms | messageCount 5000; maxPending 1; duration 15s | rate-missed
                w1 | service=2500us | duration 12s | rate-missed
                w1 | service=2500us | mode SYNC | rate-missed
                w0 | fail=every 1000 | onFailure COUNT | sends-failed
                both | stall=2s at 5s | duration 12s | outage
                both | stall=900ms at 5s | duration 12s | stalls
                w0 | stall=2s at 5s | duration 12s | stalls
                both | service=1ms for 9s, then 1250us | load all-out | rate-not-steady
                w1 | service=1ms for 6s, then 2ms | load all-out; service=1ms | rate-not-steady
                both | service=100us for 6s, then 400us | duration 12s | latency-not-steady
                w1 | die=8s | duration 12s | run-failed
                both | service=100us | messageCount 40 | few-samples
                """)
    void oneThingIsWrongAtOneOfTwoWorkersOrBothAndIsNamed(String whose, String script, String settings, String code) {
        assertThat(named(together(whose, script, settings))).contains(code);
    }
}
