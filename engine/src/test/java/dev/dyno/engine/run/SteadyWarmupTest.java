package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.config.Warmup;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict.Level;
import dev.dyno.model.verdict.FindingText;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Warmups that last until the load is steady, on virtual time: when they end, and what is measured then. */
class SteadyWarmupTest {

    private static final long SECOND = 1_000_000_000L;

    private final Simulation simulation = new Simulation();

    @BeforeEach
    void untilSteady() {
        simulation.untilSteady = true;
        simulation.warmup = Duration.ofSeconds(60);
        simulation.duration = Duration.ofSeconds(65);
    }

    private long warmupSeconds() {
        return simulation.intervals.stream()
                .filter(interval -> interval.phase() == Phase.WARMUP)
                .count();
    }

    /** Ten seconds show it, a moment after the tenth it is known, and the next whole second is far enough away. */
    @Test
    void aLoadThatIsSteadyFromTheBeginningIsMeasuredAfterElevenSeconds() {
        simulation.load = Schedule.constant(Rate.perSecond(100));
        RunResult result = simulation.run();
        assertThat(result.warmupNs()).isEqualTo(11 * SECOND);
        assertThat(result.measuredNs()).isEqualTo(5 * SECOND);
        assertThat(warmupSeconds()).isEqualTo(11);
        assertThat(result.measured().sent()).isEqualTo(500);
        assertThat(result.totals().sent()).isEqualTo(1_600);
        assertThat(result.latencies().get(Latency.END_TO_END).map(Histogram::getTotalCount))
                .contains(500L);
        assertThat(simulation.begins).hasSize(1);
        assertThat(simulation.ends.get(0) - simulation.begins.get(0)).isEqualTo(5 * SECOND);
        assertThat(simulation.notes).contains("the load is steady: it is measured from 11 s on");
        assertThat(result.verdict().reasons()).extracting(Finding::code).doesNotContain("never-steady");
    }

    /**
     * Seconds 0 to 6 have 100 messages, those after them 1,000. The median of seconds 5 to 9 is the first of a window of five
     * that is fast, so that seconds 5 to 14 are the first ten that are steady: measured is from 16 s on.
     */
    @ParameterizedTest
    @EnumSource(
            value = SendMode.class,
            names = {"ASYNC", "SYNC"})
    void aLoadThatIsSlowAtFirstIsMeasuredWhenItsSlowSecondsAreFewInTheWindow(SendMode mode) {
        simulation.load = LoadShape.ALL_OUT;
        simulation.mode = mode;
        simulation.script("service", "10ms for 7s, then 1ms");
        RunResult result = simulation.run();
        assertThat(result.warmupNs()).isEqualTo(16 * SECOND);
        assertThat(result.measuredNs()).isEqualTo(5 * SECOND);
        assertThat(warmupSeconds()).isEqualTo(16);
        assertThat(result.measured().acknowledged()).isBetween(4_999L, 5_001L);
    }

    /** No message of the warmup, whose latencies were ten times as long, is in what is measured. */
    @Test
    void nothingOfTheWarmupIsMeasured() {
        simulation.load = LoadShape.ALL_OUT;
        simulation.maxPending = 10;
        simulation.script("service", "10ms for 7s, then 1ms");
        RunResult result = simulation.run();
        Histogram measured = result.latencies().get(Latency.RESPONSE).orElseThrow();
        assertThat(measured.getMaxValue()).isLessThan(11_000_000);
        long ofWarmup = simulation.intervals.stream()
                .flatMap(interval -> interval.warmupLatencies().get(Latency.RESPONSE).stream())
                .mapToLong(Histogram::getTotalCount)
                .sum();
        assertThat(ofWarmup + measured.getTotalCount())
                .isEqualTo(result.totals().acknowledged());
        for (Interval interval : simulation.intervals) {
            if (interval.phase() == Phase.WARMUP) {
                assertThat(interval.latencies().isEmpty()).isTrue();
            }
        }
    }

    /** The rate goes up by a hundred each second, for longer than the warmup may be. */
    @Test
    void aLoadThatIsNeverSteadyIsMeasuredAfterTheLongestTimeAndSuspect() {
        simulation.load = LoadShape.parse("ramp 100/s to 4100/s in 40s");
        simulation.maxPending = 100;
        simulation.warmup = Duration.ofSeconds(20);
        simulation.duration = Duration.ofSeconds(25);
        RunResult result = simulation.run();
        assertThat(result.warmupNs()).isEqualTo(20 * SECOND);
        assertThat(result.measuredNs()).isEqualTo(5 * SECOND);
        assertThat(result.verdict().level()).isEqualTo(Level.SUSPECT);
        assertThat(result.verdict().reasons())
                .filteredOn(reason -> reason.code().equals("never-steady"))
                .singleElement()
                .satisfies(reason -> assertThat(FindingText.FLAGS.of(reason))
                        .isEqualTo(
                                "the load was not steady when the longest warmup of 20s was over: 2,350/s and 0.00 ms in"
                                        + " five seconds, 1,850/s and 0.00 ms in the five before; allow it longer, as"
                                        + " --warmup 'until steady, at most 5m'"));
    }

    /** The warmup of a load that names none: a slow beginning of three seconds is two of a window of five. */
    @ParameterizedTest
    @CsvSource({"0, 11", "2, 11", "3, 12", "6, 15", "7, 15"})
    void theWarmupThatNobodyAskedForEndsWhenTheLoadIsSteadyOrAfterFifteenSeconds(int slowSeconds, int warmupSeconds) {
        simulation.load = LoadShape.ALL_OUT;
        simulation.warmup = Warmup.UNASKED.longest();
        simulation.duration = simulation.warmup.plusSeconds(5);
        simulation.script("service", "10ms for " + slowSeconds + "s, then 1ms");
        RunResult result = simulation.run();
        assertThat(result.warmupNs()).isEqualTo(warmupSeconds * SECOND);
        assertThat(result.measuredNs()).isEqualTo(5 * SECOND);
    }

    /**
     * Slow for so many seconds of a warmup of 15. Slow for ten, the last five of it and the first five measured are alike; slow for
     * thirteen, they are not.
     */
    @ParameterizedTest
    @CsvSource({"7, true", "10, true", "12, true", "13, false", "18, false"})
    void aLoadThatIsMeasuredAsItsWarmupEndedWasSteady(int slowSeconds, boolean steady) {
        simulation.load = LoadShape.ALL_OUT;
        simulation.warmup = Duration.ofSeconds(15);
        simulation.duration = Duration.ofSeconds(25);
        simulation.script("service", "10ms for " + slowSeconds + "s, then 1ms");
        RunResult result = simulation.run();
        assertThat(result.verdict().reasons().stream().map(Finding::code).anyMatch("never-steady"::equals))
                .isEqualTo(!steady && result.warmupNs() == 15 * SECOND);
    }

    @Test
    void withoutAPlannedEndItIsMeasuredUntilStopped() {
        simulation.load = Schedule.constant(Rate.perSecond(100));
        simulation.duration = Duration.ZERO;
        simulation.messageCount = 2_000;
        RunResult result = simulation.run();
        assertThat(result.warmupNs()).isEqualTo(11 * SECOND);
        assertThat(result.measured().sent()).isEqualTo(900);
    }
}
