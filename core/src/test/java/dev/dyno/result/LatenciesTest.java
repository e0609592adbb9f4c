package dev.dyno.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    private final Latencies latencies = new Latencies();

    private static Histogram of(long... values) {
        Histogram histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        for (long value : values) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    @Test
    void thePercentilesAreThoseOfAllThatHasBeenAdded() {
        latencies.add(Latency.SERVICE, of(10, 20, 30));
        assertThat(latencies.percentiles(Latency.SERVICE)).contains(new Percentiles(3, 20, 20, 30, 30, 30, 30, 30));

        latencies.add(Latency.SERVICE, of(1_000));
        latencies.add(Latency.RESPONSE, of(5));
        assertThat(latencies.percentiles(Latency.SERVICE))
                .contains(new Percentiles(4, 265, 20, 1_000, 1_000, 1_000, 1_000, 1_000));
        assertThat(latencies.percentiles().keySet())
                .containsExactlyElementsOf(latencies.asMap().keySet());
    }

    @Test
    void whatWasNotMeasuredHasNone() {
        latencies.add(Latency.SERVICE, of());
        assertThat(latencies.percentiles(Latency.SERVICE)).isEmpty();
        assertThat(latencies.percentiles()).isEmpty();
    }
}
