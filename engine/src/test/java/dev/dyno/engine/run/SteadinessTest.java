package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadinessTest {

    private static final long SECOND = 1_000_000_000L;

    private static Interval second(double rate, double latencyUs) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(Math.round(latencyUs * 1e3));
        Latencies latencies = new Latencies();
        latencies.add(Latency.RESPONSE, histogram);
        Counts counts = new Counts(0, 0, Math.round(rate), 0, 0, 0, 0, 0, 0, 0);
        return new Interval(0, Phase.WARMUP, 0, SECOND, 0, counts, new Latencies(), latencies);
    }

    private static boolean isSteady(double[] rates, double[] latenciesUs) {
        Steadiness steadiness = new Steadiness();
        for (int i = 0; i < rates.length; i++) {
            steadiness.add(second(rates[i], latenciesUs[i]));
        }
        return steadiness.isSteady();
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
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
        steadiness.add(new Interval(
                0, Phase.WARMUP, 0, SECOND / 2, 0, whole.counts(), whole.latencies(), whole.warmupLatencies()));
        steadiness.add(whole);
        assertThat(steadiness.isSteady()).isFalse();
        assertThat(steadiness).hasToString("there were no 10 whole seconds");
        for (int i = 0; i < 9; i++) {
            steadiness.add(whole);
        }
        assertThat(steadiness.isSteady()).isTrue();
    }
}
