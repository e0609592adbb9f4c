package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict.Level;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import dev.dyno.model.workload.Span;
import dev.dyno.model.workload.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Groups that take part in a piece of the load only, on virtual time. */
class SpanTest extends SimulatedRun {

    private static Span span(double fromSeconds, double toSeconds) {
        return new Span(seconds(fromSeconds), Optional.of(seconds(toSeconds)));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private List<Long> sentPerSecond() {
        return simulation.intervals.stream()
                .filter(interval -> interval.phase() != Phase.DRAIN)
                .map(interval -> interval.counts().sent())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(MissedSlots.class)
    void aScheduleBeginsAndEndsWithTheSpan(MissedSlots missed) {
        simulation.producerSpan = span(1.5, 4.25);
        RunResult result = run("load constant 100/s; missed %s; duration 6s", missed);
        assertThat(sentPerSecond()).containsExactly(0L, 50L, 100L, 100L, 25L, 0L);
        assertThat(result.ledger().delivered()).isEqualTo(275);
        assertThat(result.verdict().reasons()).allMatch(reason -> !reason.code().equals("rate-missed"));
        assertThat(latency(result, Latency.SEND_DELAY).getMaxValue()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"ASYNC", "SYNC"})
    void allOutSendsInItsSpanOnly(SendMode mode) {
        simulation.producerSpan = span(1, 3);
        // One message in flight, each acknowledged after 10 ms: 100 a second.
        run("load all-out; mode %s; maxPending 1; service=10ms; duration 4s", mode);
        assertThat(sentPerSecond()).hasSize(4);
        assertThat(sentPerSecond().get(0)).isZero();
        assertThat(sentPerSecond().get(1)).isBetween(99L, 101L);
        assertThat(sentPerSecond().get(2)).isBetween(99L, 101L);
        assertThat(sentPerSecond().get(3)).isZero();
    }

    /** What is left is taken after the load. */
    @ParameterizedTest
    @CsvSource({"0, 2, '[100, 100, 0, 0, 0]'", "1, 3, '[0, 200, 100, 0, 0]'"})
    void consumersTakePartBetweenStartAndStop(double from, double to, String perSecond) {
        simulation.consumerSpan = span(from, to);
        RunResult result = run("load constant 100/s; duration 5s");
        assertThat(simulation.intervals.subList(0, 5).stream()
                        .map(interval -> interval.counts().received())
                        .toList())
                .hasToString(perSecond);
        assertCounts(result, "delivered 500, lost 0");
        assertThat(result.verdict().level()).isNotEqualTo(Level.INVALID);
    }

    // Listeners are called exactly when the measured phase begins and ends.

    @Test
    void itBeginsAfterTheWarmupAndEndsWithTheLoadBeforeTheDrain() {
        run("load constant 100/s; warmup 2s; duration 5s; delivery=1s");
        assertThat(simulation.begins).hasSize(1);
        assertThat(simulation.ends).hasSize(1);
        assertThat(simulation.ends.get(0) - simulation.begins.get(0)).isEqualTo(3_000_000_000L);
        assertThat(simulation.time.nanoTime()).isGreaterThanOrEqualTo(simulation.ends.get(0) + 900_000_000L);
    }

    @Test
    void aLoadThatEndsInItsWarmupHasNone() {
        run("load constant 100/s; warmup 2s; duration 5s; messageCount 100");
        assertThat(simulation.begins).isEmpty();
        assertThat(simulation.ends).hasSize(1);
    }

    /** A client library may block in the start of late consumers until the broker answers; the clock's other tasks do not wait. */
    @Test
    void aLateStartThatBlocksHoldsUpNoOtherTimer() {
        ScriptedDriver driver = new ScriptedDriver();
        List<Boolean> ticked = new CopyOnWriteArrayList<>();
        driver.start = time -> {
            CountDownLatch tick = new CountDownLatch(1);
            time.schedule(time.nanoTime(), tick::countDown);
            ticked.add(isOver(tick));
        };
        RunResult result = Loads.run(
                Loads.drivers(driver),
                new Target("tested", "scripted://broker", Optional.empty(), Optional.empty(), Map.of()),
                Loads.workload(
                        "{ producers: { to: queue://q, rate: 200/s, messages: 40 }, consumers: { from: queue://q, start: 50ms },"
                                + " phases: { measure: until stopped, drain: 1s } }"));
        assertThat(result.ledger().delivered()).isEqualTo(40);
        assertThat(ticked).isNotEmpty().containsOnly(true);
    }
}
