package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Samples;
import org.junit.jupiter.api.Test;

class HistogramSeriesTest {

    private final HistogramSeries.Builder builder = new HistogramSeries.Builder();

    private static Latencies response(long ns, long count) {
        return Samples.latencies(Latency.RESPONSE, count, ns);
    }

    /** 1 ms is three decades of 64 buckets above 1 us, 10 ms is four. */
    @Test
    void eachIntervalHasItsCountsAfterItsEmptyBuckets() {
        Latencies both = response(1_000_000, 3);
        both.add(response(10_000_000, 2));
        builder.add(response(1_000, 7), Latency.RESPONSE);
        builder.add(new Latencies(), Latency.RESPONSE);
        builder.add(both, Latency.RESPONSE);

        HistogramSeries series = builder.build();
        assertThat(series.intervalsPerColumn()).isEqualTo(1);
        assertThat(series.columns()).containsExactly(new int[] {7}, new int[] {}, new int[] {-192, 3, -63, 2});
        assertThat(series.unfinished()).isEmpty();
    }

    @Test
    void unfinishedValuesAreAtTheirBoundsAndOnceMoreByThemselves() {
        Latencies latencies = response(1_000_000, 3);
        latencies.addUnfinished(Latency.RESPONSE, Samples.times(2, 10_000_000));
        builder.add(response(1_000_000, 1), Latency.RESPONSE);
        builder.add(latencies, Latency.RESPONSE);

        HistogramSeries series = builder.build();
        assertThat(series.columns()).containsExactly(new int[] {-192, 1}, new int[] {-192, 3, -63, 2});
        assertThat(series.unfinished()).containsExactly(new int[] {}, new int[] {-256, 2});
    }

    /** From the 1,001st interval on two have a histogram in common, from the 2,001st on four. */
    @Test
    void aLongRunHasAFewHistogramsOfAllItsMessages() {
        for (int i = 0; i < HistogramSeries.MAX_COLUMNS; i++) {
            builder.add(response(1_000_000, 2), Latency.RESPONSE);
        }
        assertThat(builder.build().intervalsPerColumn()).isEqualTo(1);
        builder.add(response(10_000_000, 1), Latency.RESPONSE);
        assertThat(builder.build().columns())
                .hasSize(501)
                .startsWith(new int[] {-192, 4})
                .endsWith(new int[] {-256, 1});
        for (int i = HistogramSeries.MAX_COLUMNS + 1; i < 2_003; i++) {
            builder.add(response(10_000_000, 1), Latency.RESPONSE);
        }

        HistogramSeries series = builder.build();
        assertThat(series.intervalsPerColumn()).isEqualTo(4);
        assertThat(series.columns())
                .hasSize(501)
                .startsWith(new int[] {-192, 8})
                .endsWith(new int[] {-256, 4}, new int[] {-256, 3});
    }
}
