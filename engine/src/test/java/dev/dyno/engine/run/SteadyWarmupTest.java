package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.config.Warmup;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Warm-ups that last until the load is steady, on virtual time: when they end, and what is measured then. */
class SteadyWarmupTest extends SimulatedRun {

    @BeforeEach
    void untilSteady() {
        simulation.set("untilSteady true; warmup 60s; duration 65s");
    }

    private long warmupSeconds() {
        return simulation.intervals.stream()
                .filter(interval -> interval.phase() == Phase.WARMUP)
                .count();
    }

    /** Ten seconds show it, a moment after the tenth it is known, and the next whole second is far enough away. */
    @Test
    void aLoadThatIsSteadyFromTheBeginningIsMeasuredAfterElevenSeconds() {
        RunResult result = run("load constant 100/s");
        assertThat(result.warmupNs()).isEqualTo(11 * SECOND);
        assertThat(result.measuredNs()).isEqualTo(5 * SECOND);
        assertThat(warmupSeconds()).isEqualTo(11);
        assertCounts(result, "measured sent 500, sent 1_600");
        assertThat(result.latencies().get(Latency.END_TO_END).map(Histogram::getTotalCount))
                .contains(500L);
        assertThat(simulation.begins).hasSize(1);
        assertThat(simulation.ends.get(0) - simulation.begins.get(0)).isEqualTo(5 * SECOND);
        assertThat(simulation.notes).contains("the load is steady: it is measured from 11 s on");
        assertThat(findings(result)).doesNotContain("never-steady");
    }

    /**
     * Seconds 0 to 6 have 100 messages, those after them 1,000. The median of seconds 5 to 9 is the first of a window of five
     * that is fast, so that seconds 5 to 14 are the first ten that are steady: measured is from 16 s on.
     */
    @ParameterizedTest
    @CsvSource({"ASYNC", "SYNC"})
    void aLoadThatIsSlowAtFirstIsMeasuredWhenItsSlowSecondsAreFewInTheWindow(SendMode mode) {
        RunResult result = run("load all-out; mode %s; service=10ms for 7s, then 1ms", mode);
        assertThat(result.warmupNs()).isEqualTo(16 * SECOND);
        assertThat(result.measuredNs()).isEqualTo(5 * SECOND);
        assertThat(warmupSeconds()).isEqualTo(16);
        assertThat(result.measured().acknowledged()).isBetween(4_999L, 5_001L);
    }

    /** No message of the warm-up, whose latencies were ten times as long, is in what is measured. */
    @Test
    void nothingOfTheWarmupIsMeasured() {
        RunResult result = run("load all-out; maxPending 10; service=10ms for 7s, then 1ms");
        Histogram measured = latency(result, Latency.RESPONSE);
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

    /** The rate goes up by a hundred each second, for longer than the warm-up may be. */
    @Test
    void aLoadThatIsNeverSteadyIsMeasuredAfterTheLongestTimeAndNamed() {
        RunResult result = run("load ramp 100/s to 4100/s in 40s; maxPending 100; warmup 20s; duration 25s");
        assertThat(result.warmupNs()).isEqualTo(20 * SECOND);
        assertThat(result.measuredNs()).isEqualTo(5 * SECOND);
        assertThat(sentence(result, "never-steady"))
                .isEqualTo("the load was not steady when the longest warm-up of 20 s was over: 1,850/s in"
                        + " five seconds, 2,350/s in the next five; allow it longer, for example"
                        + " --warmup 'until steady, at most 5m'");
    }

    /** 800 of 1,000 messages a second are served, so the queue grows for as long as it is allowed to. */
    @Test
    void aLoadWithATooHighRateIsNotAdvisedToWarmUpForLonger() {
        simulation.set("load constant 1000/s; service=1250us; maxPending 100; warmup 20s; duration 40s");
        RunResult result = simulation.run();
        assertThat(reasons(result)).contains("rate-missed");
        assertThat(findings(result)).doesNotContain("latency-not-steady");
        assertThat(sentence(result, "never-steady"))
                .endsWith("; lower --rate until it is held, before a longer warm-up can help");
    }

    /** The warm-up of a load that names none: a slow beginning of three seconds is two of a window of five. */
    @ParameterizedTest
    @CsvSource({"0, 11", "2, 11", "3, 12", "6, 15", "7, 15"})
    void theWarmupThatNobodyAskedForEndsWhenTheLoadIsSteadyOrAfterFifteenSeconds(int slowSeconds, int warmupSeconds) {
        simulation.warmup = Warmup.UNASKED.longest();
        simulation.duration = simulation.warmup.plusSeconds(5);
        RunResult result = run("load all-out; service=10ms for %ss, then 1ms", slowSeconds);
        assertThat(result.warmupNs()).isEqualTo(warmupSeconds * SECOND);
        assertThat(result.measuredNs()).isEqualTo(5 * SECOND);
    }

    /**
     * The first seconds of a warm-up of 15 are slow. Slow for ten, the last five of it and the first five measured are alike; slow for
     * thirteen, they are not.
     */
    @ParameterizedTest
    @CsvSource({"7, true", "10, true", "12, true", "13, false", "18, false"})
    void aLoadThatIsMeasuredAsItsWarmupEndedWasSteady(int slowSeconds, boolean steady) {
        RunResult result = run("load all-out; warmup 15s; duration 25s; service=10ms for %ss, then 1ms", slowSeconds);
        assertThat(findings(result).contains("never-steady")).isEqualTo(!steady && result.warmupNs() == 15 * SECOND);
    }

    @Test
    void withoutAPlannedEndItIsMeasuredUntilStopped() {
        RunResult result = run("load constant 100/s; duration 0s; messageCount 2000");
        assertThat(result.warmupNs()).isEqualTo(11 * SECOND);
        assertThat(result.measured().sent()).isEqualTo(900);
    }

    private static Interval second(double rate, double latencyUs) {
        Counts counts = new Counts(0, 0, Math.round(rate), 0, 0, 0, 0, 0, 0, 0);
        Latencies latencies = Samples.latencies(Latency.RESPONSE, 1, Math.round(latencyUs * 1e3));
        return Samples.second(0, Phase.WARMUP, counts, latencies);
    }

    private static boolean isSteady(double[] rates, double[] latenciesUs) {
        Steadiness steadiness = new Steadiness();
        for (int i = 0; i < rates.length; i++) {
            steadiness.add(second(rates[i], latenciesUs[i]));
        }
        return steadiness.isSteady();
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static double[] always(double value) {
        return DoubleStream.generate(() -> value).limit(10).toArray();
    }

    /** In thousands of messages a second; the latency is always the same. */
    @ParameterizedTest
    @CsvSource({
        "10 10 10 10 10 10 10 10 10 10, true",
        // The medians differ by 5 % of the larger.
        "19 21 18 21 19 20 18 20 21 18, true",
        "18.9 21 18 21 18.9 20 18 20 21 18, false",
        // A step is a trend: a quarter of that.
        "19.7 19.7 19.7 19.7 19.7 20 20 20 20 20, false",
        "19.8 19.8 19.8 19.8 19.8 20 20 20 20 20, true",
        // A stall is no change, nor are two of them.
        "10 10 1 10 10 10 10 10 1 10, true",
        "10 1 1 10 10 10 10 1 1 10, true",
        "10 1 1 1 10 10 10 10 10 10, false",
        // All along up, by a little more than a quarter of 5 %, and by less.
        "10.00 10.03 10.06 10.09 10.12 10.15 10.18 10.21 10.24 10.27, false",
        "10.00 10.02 10.04 10.06 10.08 10.10 10.12 10.14 10.16 10.18, true",
        "10.27 10.24 10.21 10.18 10.15 10.12 10.09 10.06 10.03 10.00, false",
        // As much, but up and down.
        "10.00 10.20 10.05 10.25 10.10 10.27 10.02 10.15 10.24 10.21, true",
        // A second without messages.
        "10 10 10 10 10 10 10 0 10 10, false"
    })
    void theRateIsSteadyWhenItsMediansAreNearAndItHasNoTrend(String thousands, boolean steady) {
        double[] rates = Arrays.stream(numbers(thousands)).map(v -> 1_000 * v).toArray();
        assertThat(isSteady(rates, always(500))).isEqualTo(steady);
    }

    @ParameterizedTest
    @CsvSource({
        "800 800 800 800 800 1000 1000 1000 1000 1000, false",
        "900 1100 800 1000 900 1000 1100 900 1000 800, true",
        "1000 700 1000 700 1000 790 790 790 790 790, false",
        "1000 995 990 985 980 975 970 965 960 955, true",
        "1000 980 960 940 920 900 880 860 840 820, false"
    })
    void theLatencyIsSteadyInTheSameWay(String micros, boolean steady) {
        assertThat(isSteady(always(1_000), numbers(micros))).isEqualTo(steady);
    }

    @Test
    void tenWholeSecondsInARowAreNeeded() {
        Steadiness steadiness = new Steadiness();
        for (int i = 0; i < 9; i++) {
            steadiness.add(second(100, 1));
            assertThat(steadiness.isSteady()).isFalse();
        }
        Interval whole = second(100, 1);
        steadiness.add(Samples.changed(whole, Map.of("endNs", SECOND / 2)));
        steadiness.add(whole);
        assertThat(steadiness.isSteady()).isFalse();
        assertThat(steadiness).hasToString("there were no 10 whole seconds");
        for (int i = 0; i < 9; i++) {
            steadiness.add(whole);
        }
        assertThat(steadiness.isSteady()).isTrue();
    }
}
