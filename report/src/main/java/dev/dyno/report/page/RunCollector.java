package dev.dyno.report.page;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.HeatMap;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.store.CapacityFile;
import dev.dyno.report.store.CommandRecord;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolderException;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Condenses a run to the data of a report, interval by interval, so that hours fit into memory and little is left to do at the
 * end. A measured run and the same run read from its folder give the same result.
 */
public final class RunCollector implements Reporter {

    private static final int TICKS_PER_HALF_DISTANCE = 5;

    private final OverTimeCollector seconds = new OverTimeCollector();
    private final Latencies warmup = new Latencies();
    private final Map<Latency, HistogramSeries.Builder> histograms = new EnumMap<>(Latency.class);
    private final Map<String, RunCollector> groups = new LinkedHashMap<>();
    private final Optional<RunMark> mark;
    private final Optional<CommandRecord> given;
    private Optional<CapacityFile> capacity = Optional.empty();
    private Optional<ReportData.Run> run = Optional.empty();

    public RunCollector() {
        this(Optional.empty(), Optional.empty());
    }

    /** @param mark mark that a user gave the run after its end */
    public RunCollector(Optional<RunMark> mark, Optional<CommandRecord> given) {
        this.mark = mark;
        this.given = given;
    }

    /**
     * Reads stored runs.
     *
     * @throws RunFolderException with a sentence, if one cannot be read
     */
    public static List<ReportData.Run> collect(List<Path> folders) throws IOException {
        List<ReportData.Run> runs = new ArrayList<>();
        for (Path folder : folders) {
            RunCollector collector = new RunCollector(
                    RunMark.latest(new RunFolderReader(folder).marks()), new RunFolderReader(folder).given());
            collector.answered(CapacityFile.read(folder));
            new RunFolderReader(folder).replay(collector);
            collector.run().ifPresent(runs::add);
        }
        return runs;
    }

    /** Adds the answer of a run that searched for the capacity, before its result. */
    void answered(Optional<CapacityFile> answer) {
        capacity = answer;
    }

    @Override
    public void onInterval(Interval interval) {
        seconds.add(interval);
        onCollected(interval);
    }

    /** Adds the next interval of a run whose seconds another object collects. */
    void onCollected(Interval interval) {
        warmup.add(interval.warmupLatencies());
        for (Latency latency : Verdict.HEADLINES) {
            histograms
                    .computeIfAbsent(latency, l -> new HistogramSeries.Builder())
                    .add(interval.shown(), latency);
        }
        interval.groups().forEach((name, part) -> groups.computeIfAbsent(name, n -> new RunCollector())
                .onInterval(part));
    }

    @Override
    public void onResources(ResourceSample sample) {
        seconds.add(sample);
    }

    @Override
    public void onResult(RunResult result) {
        onResult(result, seconds.build(result));
    }

    /**
     * Seconds of the run so far.
     *
     * @param deliveriesOfEach number of deliveries owed for each message, if it is known
     */
    RunTimeSeries soFar(RunResult result, OptionalLong deliveriesOfEach) {
        return seconds.build(result, deliveriesOfEach);
    }

    /** @param overTime seconds of the run */
    void onResult(RunResult result, RunTimeSeries overTime) {
        Map<String, HeatMap> heatMaps = new LinkedHashMap<>();
        overTime.heat().forEach((latency, columns) -> heatMaps.put(latency.tag(), HeatMap.of(columns)));
        Map<String, HistogramSeries> ofHeadlines = new LinkedHashMap<>();
        histograms.forEach((latency, values) -> {
            if (overTime.heat().containsKey(latency)) {
                ofHeadlines.put(latency.tag(), values.build());
            }
        });
        Map<String, ReportData.Run> ofGroups = new LinkedHashMap<>();
        groups.forEach((name, own) -> result.group(name).ifPresent(part -> {
            own.onResult(part);
            own.run().ifPresent(group -> ofGroups.put(name, group));
        }));
        Verdict verdict = mark.map(m -> m.judge(result.verdict())).orElse(result.verdict());
        run = Optional.of(new ReportData.Run(
                result.withVerdict(verdict),
                new ReportData.Judged(
                        findings(verdict, CommandRecord.text(given)), verdict.text(), verdict.limit(), marks(verdict)),
                given,
                figures(result),
                result.latencies().percentilesByTag(),
                overTime.intervals(),
                overTime.latencies(),
                overTime.outages(),
                new ReportData.Spread(heatMaps, ofHeadlines, distributions(result.latencies()), distributions(warmup)),
                overTime.resources(),
                ofGroups,
                capacity));
    }

    static List<ReportData.Remark> findings(Verdict verdict, FindingText text) {
        return verdict.findings().stream()
                .map(finding -> new ReportData.Remark(finding.level(), finding.code(), text.of(finding)))
                .toList();
    }

    private static Map<String, String> marks(Verdict verdict) {
        Map<String, String> texts = new LinkedHashMap<>();
        verdict.marks().forEach((figure, mark) -> texts.put(figure, mark.kind().word() + ": " + mark.text()));
        return texts;
    }

    private static Map<String, String> figures(RunResult result) {
        Map<String, String> texts = new LinkedHashMap<>();
        Numbers numbers = Numbers.of(result);
        for (Figure figure : Figures.of(Use.RESULT)) {
            figure.text(numbers).ifPresent(text -> texts.put(figure.title(), text));
        }
        return texts;
    }

    /** The run, once its result is known. */
    public Optional<ReportData.Run> run() {
        return run;
    }

    private static Map<String, ReportData.Distribution> distributions(Latencies latencies) {
        Map<String, ReportData.Distribution> distributions = new LinkedHashMap<>();
        latencies
                .percentiles()
                .keySet()
                .forEach(latency -> distributions.put(
                        latency.tag(), distribution(latencies.lowerEnds(latency).orElseThrow())));
        return distributions;
    }

    static ReportData.Distribution distribution(Histogram histogram) {
        Column.Builder share = new Column.Builder();
        Column.Builder value = new Column.Builder();
        for (HistogramIterationValue step : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
            if (step.getPercentileLevelIteratedTo() < 100) {
                share.add(step.getPercentileLevelIteratedTo() / 100);
                value.add(step.getValueIteratedTo());
            }
        }
        return new ReportData.Distribution(
                histogram.getTotalCount(), share.build(), value.build(), histogram.getMaxValue());
    }
}
