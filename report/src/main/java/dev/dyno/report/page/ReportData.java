package dev.dyno.report.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.HeatMap;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSeries;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.store.CapacityFile;
import dev.dyno.report.store.CommandRecord;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Data of a report on one or several runs: the document that the page is drawn from, inside the page's file or separate. Its JSON
 * has these names; {@link #SCHEMA_VERSION} changes with them.
 *
 * <p>All times of a run count from the start of its load, warm-up included. A {@link Column} is an array with null where there is
 * no value.
 *
 * @param runs in the requested order
 * @param metrics descriptions of the metrics of the catalogue, by name
 * @param latencies descriptions of the latencies, by tag, in the order of the page
 * @param percentiles percentiles of each latency, by title
 * @param account titles of the figures that count messages
 */
public record ReportData(
        int schemaVersion,
        List<Run> runs,
        Map<String, Metric> metrics,
        Map<String, LatencyWords> latencies,
        List<Percentile> percentiles,
        List<String> account) {

    public static final int SCHEMA_VERSION = 1;

    static ReportData of(List<Run> runs) {
        Map<String, Metric> metrics = new TreeMap<>();
        for (ResourceMetric metric : ResourceMetric.values()) {
            metrics.put(metric.tag(), Metric.of(metric));
        }
        Map<String, LatencyWords> latencies = new LinkedHashMap<>();
        Stream.concat(Stream.of(Latency.END_TO_END, Latency.RESPONSE), Arrays.stream(Latency.values()))
                .forEach(each -> latencies.put(each.tag(), new LatencyWords(each.heading(), each.meaning())));
        List<String> account =
                Figures.of(Use.ACCOUNT).stream().map(Figure::title).toList();
        return new ReportData(SCHEMA_VERSION, runs, metrics, latencies, List.of(Percentile.values()), account);
    }

    /** The curves of searches, as SVG. */
    @JsonProperty
    List<String> curve() {
        return CapacityCharts.of(runs, RunLabels.of(runs)).values().stream()
                .map(chart -> chart.svg(Size.COLUMN))
                .toList();
    }

    /** Heading and meaning of a {@link Latency}. */
    public record LatencyWords(String heading, String meaning) {}

    /** Unit, kind and description of a {@link ResourceMetric}. */
    public record Metric(ResourceMetric.Unit unit, ResourceMetric.Kind kind, String sentence) {

        static Metric of(ResourceMetric metric) {
            return new Metric(metric.unit(), metric.kind(), metric.sentence());
        }
    }

    /** A finding with its sentence. */
    public record Remark(Finding.Level level, String code, String sentence) {}

    /**
     * The verdict that counts, in words.
     *
     * @param findings reasons of the verdict, worst first, then notes on the numbers
     * @param judged the verdict with its reach
     * @param limit reason why the reach is not higher
     * @param marks kind and reason of the mark of each marked figure, by its name
     */
    public record Judged(List<Remark> findings, String judged, Optional<String> limit, Map<String, String> marks) {}

    /**
     * Numbers of messages by latency. Each map has the tag of a latency as key.
     *
     * @param heatMaps headline latencies over the intervals; not in the JSON, because the page computes them from the histograms
     * @param histograms headline latencies over the intervals
     * @param distributions of the measured phase
     * @param warmupDistributions of the messages intended during warm-up
     */
    public record Spread(
            @JsonIgnore Map<String, HeatMap> heatMaps,
            Map<String, HistogramSeries> histograms,
            Map<String, Distribution> distributions,
            Map<String, Distribution> warmupDistributions) {}

    /**
     * One run. Its JSON has the fields of the result, as in {@code run.json}, beside these.
     *
     * @param result with the verdict that counts
     * @param given command line of the run, if stored
     * @param figures figures other than latencies: values as texts, by title
     * @param latencies of the messages of the measured phase, by tag
     * @param intervals each second of the run
     * @param latenciesOverTime latencies by tag, of the messages whose latency ended in each interval; during warm-up those of
     *     warm-up messages, afterwards those of measured ones
     * @param outages times of a second or more without an acknowledgement, while messages waited or sends failed
     * @param resourceSeries resources used in each interval, by subject
     * @param groups named groups of the run, without the data that only the whole run has
     * @param capacity answer of a run that searched for the capacity; in the JSON as {@link #answer} and {@link #steps}
     */
    public record Run(
            @JsonUnwrapped RunResult result,
            @JsonUnwrapped Judged judgement,
            Optional<CommandRecord> given,
            Map<String, String> figures,
            Map<String, Percentiles> latencies,
            IntervalSeries intervals,
            Map<String, LatencySeries> latenciesOverTime,
            List<Outage> outages,
            @JsonUnwrapped Spread spread,
            List<ResourceSeries> resourceSeries,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Run> groups,
            @JsonIgnore Optional<CapacityFile> capacity) {

        /** The answer of a search in lines, each with its label; empty if the run was no search. */
        @JsonProperty
        List<String> answer() {
            return capacity.map(found -> CapacityLines.of(found, "", Integer.MAX_VALUE))
                    .orElse(List.of());
        }

        /** Steps of a search. */
        @JsonProperty
        List<CapacityStep> steps() {
            return capacity.map(found -> found.capacity().steps()).orElse(List.of());
        }
    }

    /**
     * A distribution by percentile, as HdrHistogram plots it.
     *
     * @param share of all messages, from 0 to below 1
     * @param valueNs value that this share of messages did not exceed
     * @param maxNs value of the share 1
     */
    public record Distribution(long count, Column share, Column valueNs, long maxNs) {}
}
