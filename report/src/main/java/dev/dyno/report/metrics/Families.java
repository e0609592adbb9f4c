package dev.dyno.report.metrics;

import dev.dyno.model.result.Percentiles;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Collects the series of a page: series of one name become one family. Used by one thread, for one page.
 *
 * @param common labels of all series
 */
record Families(
        Labels common,
        String prefix,
        Map<String, CounterSnapshot.Builder> counters,
        Map<String, GaugeSnapshot.Builder> gauges,
        Map<String, SummarySnapshot.Builder> summaries) {

    Families(Labels common) {
        this(common, "dyno_", new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    /** Families of this page for a group: under names of their own, so that a sum over a name counts no message twice. */
    Families ofGroup(String group) {
        return new Families(common.merge(Labels.of("group", group)), "dyno_group_", counters, gauges, summaries);
    }

    private String named(String name) {
        return name.replaceFirst("^dyno_", prefix);
    }

    /** @param name without {@code _total} */
    void counter(String name, String help, double value, String... labels) {
        counters.computeIfAbsent(
                        named(name), n -> CounterSnapshot.builder().name(n).help(help))
                .dataPoint(CounterDataPointSnapshot.builder()
                        .value(value)
                        .labels(common.merge(Labels.of(labels)))
                        .build());
    }

    void gauge(String name, String help, long value, String... labels) {
        gauge(name, help, (double) value, labels);
    }

    void gauge(String name, String help, double value, String... labels) {
        gauges.computeIfAbsent(named(name), n -> GaugeSnapshot.builder().name(n).help(help))
                .dataPoint(GaugeDataPointSnapshot.builder()
                        .value(value)
                        .labels(common.merge(Labels.of(labels)))
                        .build());
    }

    /** Adds a histogram of ns as a summary in seconds. */
    void summary(String name, String help, Histogram histogram, String... labels) {
        Quantiles.Builder quantiles = Quantiles.builder();
        seconds(histogram).forEach(quantiles::quantile);
        summaries
                .computeIfAbsent(
                        named(name), n -> SummarySnapshot.builder().name(n).help(help))
                .dataPoint(SummaryDataPointSnapshot.builder()
                        .count(histogram.getTotalCount())
                        .sum(histogram.getMean() * histogram.getTotalCount() / 1e9)
                        .quantiles(quantiles.build())
                        .labels(common.merge(Labels.of(labels)))
                        .build());
    }

    /** Adds a histogram of ns as gauges in seconds. A summary would not do, because its sum and count must grow all the time. */
    void quantiles(String name, String help, Histogram histogram, String... labels) {
        seconds(histogram).forEach((quantile, seconds) -> {
            String[] all = Arrays.copyOf(labels, labels.length + 2);
            all[labels.length] = "quantile";
            all[labels.length + 1] = Double.toString(quantile);
            gauge(name, help, seconds, all);
        });
    }

    /** Seconds by quantile; the last is the maximum. */
    private static Map<Double, Double> seconds(Histogram histogram) {
        Percentiles values = Percentiles.of(histogram);
        Map<Double, Double> seconds = new LinkedHashMap<>();
        values.ranges().forEach((percentile, range) -> seconds.put(percentile.quantile(), range.lowNs() / 1e9));
        seconds.put(1.0, values.maxNs() / 1e9);
        return seconds;
    }

    MetricSnapshots build() {
        List<MetricSnapshot> snapshots = new ArrayList<>();
        counters.values().forEach(family -> snapshots.add(family.build()));
        gauges.values().forEach(family -> snapshots.add(family.build()));
        summaries.values().forEach(family -> snapshots.add(family.build()));
        return new MetricSnapshots(snapshots);
    }
}
