package dev.dyno.report.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Samples;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunMetricsTest {

    /** Nine messages took 2 ms, and one waited for 3 s at least. */
    @Test
    void unfinishedMessagesAreInTheSummaryByTheirBoundsAndCounted() {
        Latencies latencies = Samples.latencies(Latency.RESPONSE, 9, 2_000_000);
        latencies.addUnfinished(Latency.RESPONSE, 3_000_000_000L, 1);
        RunMetrics metrics = new RunMetrics(new Subject("r", "w", "b", "d", Map.of()), 1);
        metrics.onInterval(Samples.second(0, Interval.Phase.DRAIN, Counts.ZERO, latencies));

        SummaryDataPointSnapshot summary =
                point(metrics.collect(), "dyno_latency_seconds", SummaryDataPointSnapshot.class);
        assertThat(summary.getCount()).isEqualTo(10);
        for (Quantile quantile : summary.getQuantiles()) {
            double expected = quantile.getQuantile() > 0.9 ? 3 : 0.002;
            assertThat(quantile.getValue()).isCloseTo(expected, within(0.001 * expected));
        }
        GaugeDataPointSnapshot unfinished =
                point(metrics.collect(), "dyno_latency_unfinished_messages", GaugeDataPointSnapshot.class);
        assertThat(unfinished.getValue()).isEqualTo(1);
        assertThat(unfinished.getLabels().get("latency")).isEqualTo("response");
    }

    /** Under a name of their own, so that a sum over the series of a name counts no message twice. */
    @Test
    void groupsHaveSeriesWithTheirName() throws IOException {
        Latencies latencies = new Latencies();
        latencies.addUnfinished(Latency.RESPONSE, 3_000_000_000L, 4);
        Counts counts = new Counts(5, 0, 4, 0, 0, 0, 0, 0, 0, 0);
        Interval part = Samples.second(0, Interval.Phase.MEASURE, counts, latencies);
        RunMetrics metrics = new RunMetrics(new Subject("r", "w", "b", "d", Map.of()), 1);
        metrics.onInterval(Samples.changed(part, Map.of("groups", Map.of("web", part))));
        metrics.onResult(Samples.withGroups());

        CounterDataPointSnapshot sent =
                point(metrics.collect(), "dyno_group_sent_messages", CounterDataPointSnapshot.class);
        assertThat(sent.getValue()).isEqualTo(5);
        assertThat(sent.getLabels().get("group")).isEqualTo("web");
        SummaryDataPointSnapshot response =
                point(metrics.collect(), "dyno_group_latency_seconds", SummaryDataPointSnapshot.class);
        assertThat(response.getCount()).isEqualTo(4);
        GaugeDataPointSnapshot ledger =
                point(metrics.collect(), "dyno_group_ledger_messages", GaugeDataPointSnapshot.class);
        assertThat(ledger.getLabels().get("group")).isEqualTo("web");
        assertThat(point(metrics.collect(), "dyno_sent_messages", CounterDataPointSnapshot.class)
                        .getLabels()
                        .contains("group"))
                .isFalse();
    }

    private static <T> T point(MetricSnapshots all, String name, Class<T> kind) {
        return all.stream()
                .filter(family -> family.getMetadata().getName().equals(name))
                .flatMap(family -> family.getDataPoints().stream())
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }
}
