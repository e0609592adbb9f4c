package dev.dyno.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.HeatMap;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.workload.Phases;
import dev.dyno.report.export.ArtemisPerfReporter;
import dev.dyno.report.page.Chart;
import dev.dyno.report.page.HeatChart;
import dev.dyno.report.page.LineChart;
import dev.dyno.report.page.ReportData;
import dev.dyno.report.page.RunCharts;
import dev.dyno.report.page.RunCollector;
import dev.dyno.report.store.Roles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A second in which five messages took 2 ms, and a last one with the bounds of five that waited for 3 s at least. */
class UnfinishedShownTest {

    private static final int TEN = 10;

    private static Interval interval(int index, Interval.Phase phase, Latencies latencies) {
        return Samples.second(index, phase, new Counts(TEN, 0, TEN, 0, 0, 0, 0, 0, 0, 0), latencies);
    }

    private static Latencies observed() {
        return Samples.latencies(Latency.RESPONSE, 5, 2_000_000);
    }

    private static Latencies withBounds() {
        Latencies latencies = observed();
        latencies.addUnfinished(Latency.RESPONSE, 3_000_000_000L, 5);
        return latencies;
    }

    @Test
    void theLiveLineSaysThatMoreIsNotKnown() throws IOException {
        StringWriter out = new StringWriter();
        Screen screen = new Screen(new PrintWriter(out), true, false, 100);
        try (ProgressReporter live = new ProgressReporter(
                screen,
                screen,
                "run",
                new ProgressLine.OfLoad(
                        new Phases(Duration.ZERO, Duration.ZERO, Duration.ZERO), Optional.empty(), Roles.BOTH, 0))) {
            live.onInterval(interval(0, Interval.Phase.MEASURE, observed()));
            live.onInterval(interval(1, Interval.Phase.DRAIN, withBounds()));
        }
        assertThat(out.toString()).contains(" p99 2.00 ms").contains(" p99 ≥ 3,001 ms");
    }

    private static List<String> table(Latencies latencies) {
        return LatencyTable.lines(latencies, Verdict.of(List.of()), true, 100);
    }

    private static String artemisPerf(Latencies latencies) throws IOException {
        StringBuilder out = new StringBuilder();
        new ArtemisPerfReporter(out, new ArtemisPerfReporter.Options(true, false, true, Roles.BOTH))
                .onResult(Samples.result(parts -> parts.latencies = latencies));
        return out.toString();
    }

    /** Five messages took 2 ms and five waited for 3 s at least: the fifth is the last that is known. */
    @Test
    void theConsoleWritesWhatIsKnownOfEachNumber() throws IOException {
        assertThat(table(withBounds()).get(1)).matches("response +≥ 1,50\\d +2\\.00( +≥ 3,00\\d){5}");
        Latencies acks = Samples.latencies(Latency.SEND_ACK, 5, 2_000_000);
        acks.addUnfinished(Latency.SEND_ACK, 3_000_000_000L, 5);
        assertThat(artemisPerf(acks))
                .containsPattern("--- aggregated send time: +mean: ≥ 15\\d{5}\\.\\d\\d us - 50\\.00%: +2000\\.\\d\\d us"
                        + " - 90\\.00%: ≥ 300\\d{4}\\.\\d\\d us - .* - max: +≥ 300\\d{4}\\.\\d\\d us\n");
    }

    /** Five messages took 2 ms and five waited for 1 ms at least: the fifth took between 1 and 2 ms. */
    @Test
    void theConsoleWritesBothEndsWhereBothAreKnown() {
        Latencies latencies = observed();
        latencies.addUnfinished(Latency.RESPONSE, 1_000_000, 5);
        assertThat(table(latencies).get(1)).matches("response +≥ 1\\.50 +1\\.00–2\\.00( +≥ 2\\.00){5}");
    }

    @Test
    void chartsSayWhichValuesAreBoundsAndTheHeatMapHasThemInItsLastColumn() {
        RunCollector collector = new RunCollector();
        collector.onInterval(interval(0, Interval.Phase.MEASURE, observed()));
        collector.onInterval(interval(1, Interval.Phase.DRAIN, withBounds()));
        collector.onResult(Samples.result(parts -> parts.latencies = withBounds()));
        ReportData.Run run = collector.run().orElseThrow();

        List<int[]> columns =
                Objects.requireNonNull(run.spread().heatMaps().get("response")).columns();
        assertThat(columns.get(0)).hasSize(2);
        assertThat(columns.get(1)).hasSize(4);
        assertThat(columns.get(1)[2]).isEqualTo(HeatMap.bucketOf(3_000_000_000L));
        assertThat(columns.get(1)[3]).isEqualTo(5);

        Map<String, Chart> charts = RunCharts.of(List.of(run));
        assertThat(((LineChart) Objects.requireNonNull(charts.get("percentiles"))).lines())
                .extracting(LineChart.Line::label)
                .containsExactly("Response, at least");
        assertThat(((HeatChart) Objects.requireNonNull(charts.get("heat-map-response"))).note())
                .contains("in the last, unfinished messages by how long they had waited");
    }
}
