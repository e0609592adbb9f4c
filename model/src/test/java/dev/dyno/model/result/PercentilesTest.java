package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentilesTest {

    /** One pass over the counts gives what the library computes in one pass for each number. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyNumberIsThatOfTheLibrary(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            Histogram histogram = random(random);
            Percentiles values = Percentiles.of(histogram);

            assertThat(values.count()).isEqualTo(histogram.getTotalCount());
            assertThat(values.meanNs()).isEqualTo(histogram.getMean());
            assertThat(values.maxNs()).isEqualTo(histogram.getMaxValue());
            for (Percentile percentile : Percentile.values()) {
                assertThat(values.of(percentile))
                        .isEqualTo(LatencyRange.exactly(histogram.getValueAtPercentile(percentile.percent())));
            }
        }
    }

    /** From no value to millions, up to 73 years, often of numbers at which a rank is a whole number. */
    private static Histogram random(Random random) {
        Histogram histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        double digits = random.nextDouble() * 18;
        int values = random.nextInt(5) == 0 ? random.nextInt(4) : random.nextInt(200);
        for (int i = 0; i < values; i++) {
            long count = random.nextInt(3) == 0 ? (long) Math.pow(10, random.nextInt(5)) : 1 + random.nextInt(3);
            histogram.recordValueWithCount((long) Math.pow(10, random.nextDouble() * digits), count);
        }
        if (values > 0 && random.nextBoolean()) {
            long to = 10_000L * (1 + histogram.getTotalCount() / 10_000);
            histogram.recordValueWithCount(random.nextInt(1_000), to - histogram.getTotalCount());
        }
        return histogram;
    }

    @Test
    void quantilesAndTitlesAreThoseOfTheNumber() {
        assertThat(Percentile.values()).extracting(Percentile::quantile).containsExactly(0.5, 0.9, 0.99, 0.999, 0.9999);
        assertThat(Percentile.values())
                .extracting(Percentile::title)
                .containsExactly("p50", "p90", "p99", "p99.9", "p99.99");
    }

    @Test
    void noPercentileIsMissing() {
        assertThatThrownBy(() -> new Percentiles(1, 1, Map.of(Percentile.P50, LatencyRange.exactly(1)), 1, 0))
                .hasMessage("percentiles [P50]; must be all");
    }
}
