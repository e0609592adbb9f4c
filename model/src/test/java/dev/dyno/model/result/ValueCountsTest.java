package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ValueCountsTest {

    private final ValueCounts counts = new ValueCounts();

    /** Below 2,048 each value has a bucket, below 4,096 two have one, below 8,192 four. */
    @Test
    void valuesOfOneBucketAreCountedTogether() {
        for (long value : new long[] {0, 2_047, 2_048, 2_049, 2_050, 4_095, 4_096, 4_099, 4_100}) {
            counts.add(value, 1);
        }
        counts.add(2_047, 10);
        assertThat(text(counts.recorded()))
                .isEqualTo("0 x 1, 2047 x 11, 2049 x 2, 2051 x 1, 4095 x 1, 4099 x 2, 4103 x 1, total 19");
    }

    @Test
    void bucketsAreThoseOfTheLibrary() {
        SplittableRandom random = new SplittableRandom(5);
        Histogram histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        for (int i = 0; i < 1_000; i++) {
            long value = random.nextLong() >>> (11 + random.nextInt(53));
            long count = random.nextLong(1, 1_000_000);
            counts.add(value, count);
            histogram.recordValueWithCount(value, count);
        }
        assertThat(text(counts.recorded())).isEqualTo(text(RecordedCounts.of(histogram)));
        Histogram sum = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        counts.recorded().addTo(sum);
        assertThat(sum).isEqualTo(histogram);
    }

    @Test
    void whatWasForgottenIsNotInWhatIsRecordedNext() {
        counts.add(5_000_000_000L, 3);
        counts.add(7, 1);
        RecordedCounts before = counts.recorded();
        counts.clear();
        assertThat(counts.recorded().size()).isZero();
        counts.add(6_000_000_000L, 2);
        assertThat(counts.recorded().size()).isEqualTo(1);
        assertThat(counts.recorded().total()).isEqualTo(2);
        assertThat(before.total()).isEqualTo(4);
    }

    private static String text(RecordedCounts values) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            text.append(values.highestNs(i))
                    .append(" x ")
                    .append(values.count(i))
                    .append(", ");
        }
        return text.append("total ").append(values.total()).toString();
    }
}
