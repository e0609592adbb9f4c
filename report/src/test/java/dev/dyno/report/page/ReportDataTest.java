package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSeries;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.StrictJson;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ReportDataTest {

    private static final RecursiveComparisonConfiguration EXACT = RecursiveComparisonConfiguration.builder()
            .withEqualsForType(Objects::equals, Column.class)
            .withEqualsForType((a, b) -> a.asMap().equals(b.asMap()), Latencies.class)
            .withStrictTypeChecking(true)
            .build();

    private static void tell(Reporter reporter) throws Exception {
        RunResult result = Samples.withFaults();
        for (Interval interval : Samples.intervals()) {
            reporter.onInterval(interval);
        }
        for (ResourceSample sample : Samples.resources()) {
            reporter.onResources(sample);
        }
        reporter.onResult(result);
    }

    private static ReportData.Run run() throws Exception {
        RunCollector collector = new RunCollector();
        tell(collector);
        return collector.run().orElseThrow();
    }

    @Test
    void everythingIsInTheJson() throws Exception {
        JsonNode json = StrictJson.MAPPER.readTree(ReportJson.write(ReportData.of(List.of(run(), run()))));

        List<String> all = new ArrayList<>(components(ReportData.class));
        all.add("curve");
        assertThat(json.propertyNames()).containsExactlyElementsOf(all);
        Set<String> ofARun = new HashSet<>(components(RunResult.class));
        ofARun.addAll(components(ReportData.Run.class));
        ofARun.addAll(components(ReportData.Judged.class));
        ofARun.addAll(components(ReportData.Spread.class));
        ofARun.removeAll(Set.of("result", "judgement", "spread"));
        // The page shows the answer of a search in lines.
        ofARun.remove("capacity");
        // The page makes them of the histograms.
        ofARun.remove("heatMaps");
        // A run without named groups.
        ofARun.remove("groups");
        ofARun.addAll(List.of("answer", "steps"));
        assertThat(json.path("runs")).hasSize(2).allSatisfy(run -> assertThat(run.propertyNames())
                .containsExactlyInAnyOrderElementsOf(ofARun));
    }

    private static List<String> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    @Test
    void whatIsMissingIsNullInJsonAndWholeNumbersHaveNoFraction() throws Exception {
        String json = new String(ReportJson.write(ReportData.of(List.of(run()))), StandardCharsets.UTF_8);

        assertThat(json)
                .startsWith("{\"schemaVersion\":1,\"runs\":[{\"runId\":\"r-0123456789\",")
                .contains("\"startS\":[0,1,2,3,3.250000001],\"endS\":[1,2,3,3.250000001,4]")
                .containsPattern("\"maxNs\":\\[\\d+,\\d+,null,");
    }

    @Test
    void storedRunIsTheSameAsALiveOne(@TempDir Path runs) throws Exception {
        Path folder = RunFolder.create(runs, Samples.START, "a", "b");
        try (Reporter reporter = RunFolder.reporter(folder)) {
            tell(reporter);
        }
        RunCollector stored = new RunCollector();
        new RunFolderReader(folder).replay(stored);

        assertThat(stored.run().orElseThrow()).usingRecursiveComparison(EXACT).isEqualTo(run());
    }

    @Test
    void intervalsHaveTheirPhasesAndRates() throws Exception {
        IntervalSeries intervals = run().intervals();

        assertThat(intervals.phases())
                .containsExactly(
                        new IntervalSeries.PhaseSpan(Interval.Phase.WARMUP, 0, 1),
                        new IntervalSeries.PhaseSpan(Interval.Phase.MEASURE, 1, 3.250000001),
                        new IntervalSeries.PhaseSpan(Interval.Phase.DRAIN, 3.250000001, 4));
        // 1000 in 250,000,001 ns, and 1000 in 749,999,999 ns.
        assertThat(intervals.sentPerSecond()).isEqualTo(Column.of(1000, 1000, 0, 4000, 1333.33));
        // 3 of each 1000 failed, 980 of the others were received.
        assertThat(intervals.outstanding()).isEqualTo(Column.of(17, 34, 34, 51, 68));
    }

    @Test
    void warmupIsShownDuringWarmupOnlyAndHasADistributionOfItsOwn() throws Exception {
        ReportData.Run run = run();
        Percentiles warmup = Samples.all(1).percentiles(Latency.RESPONSE).orElseThrow();
        LatencySeries response = Objects.requireNonNull(run.latenciesOverTime().get("response"));

        assertThat(response.of(Percentile.P99).get(0)).isEqualTo((double) warmup.lowNs(Percentile.P99));
        assertThat(response.of(Percentile.P99).has(2)).isFalse();
        assertThat(Objects.requireNonNull(run.spread().warmupDistributions().get("response"))
                        .count())
                .isEqualTo(1002);
        assertThat(Objects.requireNonNull(run.spread().distributions().get("response"))
                        .count())
                .isEqualTo(501);
        assertThat(Objects.requireNonNull(run.spread().heatMaps().get("response"))
                        .columns())
                .hasSize(5)
                .anySatisfy(column -> assertThat(column).isEmpty());
    }

    @Test
    void distributionGoesUpToItsMaximum() {
        ReportData.Distribution distribution = RunCollector.distribution(Samples.histogram(100, 200, 300, 400));

        assertThat(distribution.count()).isEqualTo(4);
        assertThat(distribution.maxNs()).isEqualTo(400);
        assertThat(distribution.share().get(0)).isZero();
        assertThat(distribution.valueNs().get(0)).isEqualTo(100);
        for (int i = 0; i < distribution.share().size(); i++) {
            double share = distribution.share().get(i);
            assertThat(share).isLessThan(1);
            assertThat(distribution.valueNs().get(i)).isEqualTo(100 * Math.max(1, Math.ceil(share * 4)));
        }
    }

    @Test
    void theTimeInWhichASubjectWasAwayIsARowOfNothing() throws Exception {
        RunCollector collector = new RunCollector();
        collector.onResources(rss(0, 1_000_000_000, 1));
        collector.onResources(rss(1_000_000_000, 2_000_000_000, 2));
        collector.onResources(rss(2_500_000_000L, 3_000_000_000L, 3));
        collector.onResult(Samples.result());

        assertThat(collector.run().orElseThrow().resourceSeries())
                .containsExactly(new ResourceSeries(
                        ResourceSample.BROKER,
                        Column.of(0, 1, 2, 2.5),
                        Column.of(1, 2, 2.5, 3),
                        Map.of("rss-bytes", Column.of(1, 2, Double.NaN, 3))));
    }

    @Test
    void whatIsReadOfASubjectAtOtherTimesHasRowsOfItsOwn() throws Exception {
        RunCollector collector = new RunCollector();
        collector.onResources(rss(0, 1_000_000_000, 1));
        collector.onResources(heap(100_000_000, 1_100_000_000, 5));
        collector.onResources(heap(1_100_000_000, 2_100_000_000L, 6));
        collector.onResources(rss(1_000_000_000, 2_000_000_000, 2));
        collector.onResult(Samples.result());

        assertThat(collector.run().orElseThrow().resourceSeries())
                .containsExactly(
                        new ResourceSeries(
                                ResourceSample.BROKER,
                                Column.of(0, 1),
                                Column.of(1, 2),
                                Map.of("rss-bytes", Column.of(1, 2))),
                        new ResourceSeries(
                                ResourceSample.BROKER,
                                Column.of(0.1, 1.1),
                                Column.of(1.1, 2.1),
                                Map.of("heap-used-bytes", Column.of(5, 6))));
    }

    private static ResourceSample heap(long startNs, long endNs, double bytes) {
        return new ResourceSample(
                ResourceSample.BROKER, Interval.Phase.MEASURE, startNs, endNs, Map.of("heap-used-bytes", bytes));
    }

    private static ResourceSample rss(long startNs, long endNs, double bytes) {
        return new ResourceSample(
                ResourceSample.BROKER, Interval.Phase.MEASURE, startNs, endNs, Map.of("rss-bytes", bytes));
    }

    @Test
    void seriesHaveGapsWhereAMetricWasNotRead() throws Exception {
        ResourceSeries broker = run().resourceSeries().get(0);

        assertThat(broker.subject()).isEqualTo("broker");
        assertThat(broker.endS()).isEqualTo(Column.of(1, 2));
        assertThat(broker.get(ResourceMetric.RSS)).contains(Column.of(327156000, Double.NaN));
        assertThat(broker.get(ResourceMetric.CPU)).contains(Column.of(Double.NaN, 0.3));
        assertThat(ReportData.of(List.of(run())).metrics())
                .containsOnlyKeys(Arrays.stream(ResourceMetric.values())
                        .map(ResourceMetric::tag)
                        .toArray(String[]::new));
    }
}
