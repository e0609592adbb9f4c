package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.GroupResult;
import dev.dyno.model.result.HeatMap;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Samples;
import dev.dyno.model.verdict.Seconds;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunChartsTest {

    private static ReportData.Run run(String name) {
        RunCollector collector = new RunCollector();
        Samples.intervals().forEach(collector::onInterval);
        Samples.resources().forEach(collector::onResources);
        collector.onResult(Samples.withFaults().with(parts -> parts.name = name));
        return collector.run().orElseThrow();
    }

    private static LineChart lines(Map<String, Chart> charts, String name) {
        assertThat(charts.get(name)).isInstanceOf(LineChart.class);
        return (LineChart) Objects.requireNonNull(charts.get(name));
    }

    @Test
    void runHasAChartOfEverythingThatHasData() {
        Map<String, Chart> charts = RunCharts.of(List.of(run("one")));

        assertThat(charts.keySet())
                .containsExactly(("rate end-to-end response percentiles send-delay backlog heat-map-end-to-end"
                                + " heat-map-response cpu rss vss gc")
                        .split(" ", -1));
        assertThat(charts.values()).allSatisfy(chart -> assertThat(chart.svg(Size.WIDE))
                .contains("<title>" + chart.title() + "</title>")
                .doesNotContain("NaN")
                .doesNotContain("Infinity"));
    }

    @Test
    void ratesAreInTheMiddlesOfTheirIntervalsWithPhasesOutagesAndFaults() {
        LineChart rate = lines(RunCharts.of(List.of(run("one"))), "rate");

        assertThat(rate.lines()).extracting(LineChart.Line::label).containsExactly("sent", "acknowledged", "received");
        assertThat(rate.lines())
                .extracting(LineChart.Line::stroke)
                .containsExactly(LineChart.Stroke.SOLID, LineChart.Stroke.DASHED, LineChart.Stroke.DOTTED);
        assertThat(rate.lines().get(0).xs()).containsExactly(0.5, 1.5, 2.5, 3.1250000005, 3.6250000005);
        assertThat(rate.lines().get(0).ys()).containsExactly(1000.0, 1000.0, 0.0, 4000.0, 1333.33);
        assertThat(rate.bands())
                .containsExactly(
                        new LineChart.Band("warm-up", 0, 1, false),
                        new LineChart.Band("drain", 3.250000001, 4, false),
                        new LineChart.Band("", 1.499, 2.75, true));
        assertThat(rate.marks()).containsExactly(new LineChart.Mark("kill", 1.5002), new LineChart.Mark("restart", 3));
    }

    @Test
    void groupsAreLinesOfChartsOfTheirOwn() {
        GroupResult web = Objects.requireNonNull(Samples.withGroups().groups().get("web"));
        RunCollector collector = new RunCollector();
        Samples.intervals()
                .forEach(interval -> collector.onInterval(
                        Samples.changed(interval, Map.of("groups", Map.of("web", interval, "batch", interval)))));
        collector.onResult(Samples.result(parts -> parts.groups = Map.of("web", web, "batch", web)));
        Map<String, Chart> charts = RunCharts.of(List.of(collector.run().orElseThrow()));

        assertThat(lines(charts, "groups-rate-sent").lines())
                .extracting(LineChart.Line::label)
                .containsExactlyInAnyOrder("web", "batch");
        assertThat(lines(charts, "groups-response-p99").lines())
                .extracting(LineChart.Line::label)
                .containsExactlyInAnyOrder("web", "batch");
        assertThat(lines(charts, "rate").lines()).hasSize(3);
    }

    @Test
    void percentilesOfAnIntervalAreThoseOfTheReport() {
        ReportData.Run run = run("one");
        LineChart response = lines(RunCharts.of(List.of(run)), "response");
        LatencySeries values = Objects.requireNonNull(run.latenciesOverTime().get("response"));

        assertThat(response.lines())
                .extracting(LineChart.Line::label)
                .containsExactly("p50", "p90", "p99", "p99.9", "max");
        assertThat(response.lines().get(2).ys().get(0))
                .isEqualTo(values.of(Percentile.P99).get(0));
        assertThat(response.lines().get(2).ys().get(2)).isNaN();
    }

    @Test
    void everyMessageIsInTheHeatMap() {
        Chart chart = Objects.requireNonNull(RunCharts.of(List.of(run("one"))).get("heat-map-response"));

        // 501 in each interval but the third.
        assertThat(((HeatChart) chart)
                        .cells().stream().mapToDouble(HeatChart.Cell::value).sum())
                .isEqualTo(4 * 501);
    }

    /** Five messages took 2 ms, and five waited for 3 s at least. */
    private static Latencies withBounds() {
        Latencies latencies = Samples.latencies(Latency.RESPONSE, 5, 2_000_000);
        latencies.addUnfinished(Latency.RESPONSE, 3 * Samples.SECOND, 5);
        return latencies;
    }

    @Test
    void chartsSayWhichValuesAreBoundsAndTheHeatMapHasThemInItsLastColumn() {
        Latencies observed = Samples.latencies(Latency.RESPONSE, 5, 2_000_000);
        RunCollector collector = new RunCollector();
        collector.onInterval(Samples.second(0, Interval.Phase.MEASURE, Counts.ZERO, observed));
        collector.onInterval(Samples.second(1, Interval.Phase.DRAIN, Counts.ZERO, withBounds()));
        collector.onResult(Samples.result(parts -> parts.latencies = withBounds()));
        ReportData.Run run = collector.run().orElseThrow();

        List<int[]> columns =
                Objects.requireNonNull(run.spread().heatMaps().get("response")).columns();
        assertThat(columns.get(0)).hasSize(2);
        assertThat(columns.get(1)).hasSize(4);
        assertThat(columns.get(1)[2]).isEqualTo(HeatMap.bucketOf(3 * Samples.SECOND));
        assertThat(columns.get(1)[3]).isEqualTo(5);
        Map<String, Chart> charts = RunCharts.of(List.of(run));
        assertThat(lines(charts, "percentiles").lines())
                .extracting(LineChart.Line::label)
                .containsExactly("Response, at least");
        assertThat(((HeatChart) Objects.requireNonNull(charts.get("heat-map-response"))).note())
                .contains("in the last, unfinished messages by how long they had waited");
    }

    @Test
    void distributionEndsAtTheMaximumOfAllMessages() {
        ReportData.Run run = run("one");
        List<LineChart.Line> lines =
                lines(RunCharts.of(List.of(run)), "percentiles").lines();
        LineChart.Line response = lines.stream()
                .filter(line -> line.label().equals("Response"))
                .findFirst()
                .orElseThrow();
        int last = response.xs().size() - 1;

        assertThat(response.xs().get(0)).isEqualTo(1);
        assertThat(response.xs()).isSorted();
        assertThat(response.ys().get(last)).isEqualTo((double)
                Objects.requireNonNull(run.spread().distributions().get("response"))
                        .maxNs());
    }

    @Test
    void severalRunsAreLinesOfTheSameCharts() {
        Map<String, Chart> charts = RunCharts.of(List.of(run("one"), run("two")));

        assertThat(charts)
                .containsKeys(
                        "rate-sent", "response-p99", "percentiles-response", "backlog", "heat-map-response-two", "rss")
                .doesNotContainKeys("rate", "response", "percentiles", "heat-map-response");
        LineChart sent = lines(charts, "rate-sent");
        assertThat(sent.lines()).extracting(LineChart.Line::label).containsExactly("one", "two");
        assertThat(sent.lines()).extracting(LineChart.Line::color).containsExactly(0, 1);
        assertThat(sent.bands()).isEmpty();
        assertThat(sent.marks())
                .extracting(LineChart.Mark::label)
                .containsExactly("one kill", "one restart", "two kill", "two restart");
    }

    @Test
    void runsWhoseNamesMakeTheSameFileNameHaveTheirIdsWithThem() {
        assertThat(RunCharts.of(List.of(run("a b"), run("a/b"))))
                .containsKeys("heat-map-response-a-b-r-012345")
                .doesNotContainKeys("heat-map-response-a-b");
    }

    @Test
    void runWithoutAnyMessageHasNothingToDraw(@TempDir Path runs) throws IOException {
        Path folder = RunFolder.create(runs, Samples.START, "a", "b");
        try (Reporter reporter = RunFolder.reporter(folder)) {
            reporter.onResult(new Seconds().result());
        }

        assertThatThrownBy(() -> ChartFiles.write(List.of(folder), Optional.of(runs.resolve("svg")), Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        folder + ": has nothing to draw: the run ended before its first message. Name another run.");
    }

    @Test
    void fileInTheWayOfTheFolderIsOneSentence(@TempDir Path temp) throws IOException {
        Path file = Files.createFile(temp.resolve("file"));

        for (Path folder : List.of(file, file.resolve("charts"))) {
            assertThatThrownBy(() -> ChartFiles.write(List.of(), Optional.empty(), Optional.of(folder)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(folder + ": cannot be a folder, because " + file
                            + " is a file. Choose another folder for the charts.");
        }
    }
}
