package dev.dyno.report;

import dev.dyno.result.Counts;
import dev.dyno.result.Interval;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.Percentiles;
import dev.dyno.result.ResourceSample;
import dev.dyno.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Condenses a run to what a report shows, interval by interval, so that hours of them fit into memory and nothing is left to
 * do at the end. A run that is measured and one that is read back from its folder come out the same.
 */
final class RunCollector implements Reporter {

    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final int DIGITS = 6;
    private static final double NS_PER_S = 1e9;

    /** A drain of a few milliseconds has no rate that says anything. */
    private static final long MIN_RATE_NS = 100_000_000;

    private final Column.Builder startS = new Column.Builder();
    private final Column.Builder endS = new Column.Builder();
    private final Column.Builder sent = new Column.Builder();
    private final Column.Builder acknowledged = new Column.Builder();
    private final Column.Builder received = new Column.Builder();
    private final Column.Builder blocked = new Column.Builder();
    private final Column.Builder failed = new Column.Builder();
    private final Column.Builder skipped = new Column.Builder();
    private final Column.Builder sentSoFar = new Column.Builder();
    private final Column.Builder receivedSoFar = new Column.Builder();
    private final List<ReportData.PhaseSpan> phases = new ArrayList<>();
    private final Map<Latency, OverTimeBuilder> latencies = new EnumMap<>(Latency.class);
    private final Map<Latency, List<int[]>> heat = new EnumMap<>(Latency.class);
    private final Latencies warmup = new Latencies();
    private final Map<String, List<SeriesBuilder>> subjects = new LinkedHashMap<>();
    private Counts soFar = Counts.ZERO;
    private final Optional<RunMark> mark;
    private Optional<ReportData.Run> run = Optional.empty();

    RunCollector() {
        this(Optional.empty());
    }

    /** @param mark that the run was given after it had ended */
    RunCollector(Optional<RunMark> mark) {
        this.mark = mark;
    }

    /**
     * Reads stored runs.
     *
     * @throws RunFolderException with a sentence, if one cannot be read
     */
    static List<ReportData.Run> collect(List<Path> folders) throws IOException {
        List<ReportData.Run> runs = new ArrayList<>();
        for (Path folder : folders) {
            RunCollector collector = new RunCollector(RunMark.latest(RunFolder.readMarks(folder)));
            RunFolder.replay(folder, collector);
            collector.run().ifPresent(runs::add);
        }
        return runs;
    }

    @Override
    public void onInterval(Interval interval) {
        int index = startS.size();
        double from = interval.startNs() / NS_PER_S;
        double to = interval.endNs() / NS_PER_S;
        Counts counts = interval.counts();
        startS.add(from);
        endS.add(to);
        sent.add(perSecond(interval, counts.sent()));
        acknowledged.add(perSecond(interval, counts.acknowledged()));
        received.add(perSecond(interval, counts.received()));
        blocked.add(perSecond(interval, counts.blocked()));
        failed.add(counts.failed());
        skipped.add(counts.skipped());
        soFar = soFar.plus(counts);
        sentSoFar.add(soFar.sent() - soFar.failed());
        receivedSoFar.add(soFar.received());
        phase(interval.phase(), from, to);
        warmup.add(interval.warmupLatencies());
        Latencies shown = LiveView.latencies(interval);
        shown.percentiles().forEach((latency, values) -> latencies
                .computeIfAbsent(latency, l -> new OverTimeBuilder())
                .add(index, values));
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            shown.lowerEnds(latency).ifPresent(histogram -> {
                List<int[]> columns = heat.computeIfAbsent(latency, l -> new ArrayList<>());
                padTo(columns, index);
                columns.add(HeatMap.column(histogram));
            });
        }
    }

    private static double perSecond(Interval interval, long events) {
        return interval.endNs() - interval.startNs() >= MIN_RATE_NS
                ? Column.significant(interval.perSecond(events), DIGITS)
                : Double.NaN;
    }

    private static void padTo(List<int[]> columns, int size) {
        while (columns.size() < size) {
            columns.add(new int[0]);
        }
    }

    private void phase(Interval.Phase phase, double from, double to) {
        int last = phases.size() - 1;
        if (last >= 0 && phases.get(last).phase() == phase) {
            phases.set(last, new ReportData.PhaseSpan(phase, phases.get(last).fromS(), to));
        } else {
            phases.add(new ReportData.PhaseSpan(phase, from, to));
        }
    }

    @Override
    public void onResources(ResourceSample sample) {
        List<SeriesBuilder> series = subjects.computeIfAbsent(sample.subject(), s -> new ArrayList<>());
        seriesOf(sample, series)
                .orElseGet(() -> {
                    series.add(new SeriesBuilder());
                    return series.get(series.size() - 1);
                })
                .add(sample);
    }

    /** What reads a process and what reads its JVM may have times of their own; so has each its rows. */
    private static Optional<SeriesBuilder> seriesOf(ResourceSample sample, List<SeriesBuilder> series) {
        return series.stream().filter(some -> some.hasAnyOf(sample)).findFirst().or(() -> series.stream()
                .filter(some -> some.endsBefore(sample))
                .findFirst());
    }

    @Override
    public void onResult(RunResult result) {
        int size = startS.size();
        heat.values().forEach(columns -> padTo(columns, size));
        ReportData.Intervals intervals = new ReportData.Intervals(
                startS.build(),
                endS.build(),
                phases,
                sent.build(),
                acknowledged.build(),
                received.build(),
                blocked.build(),
                failed.build(),
                skipped.build(),
                outstanding(result));
        Map<String, ReportData.OverTime> overTime = new LinkedHashMap<>();
        latencies.forEach((latency, builder) -> overTime.put(latency.tag(), builder.build(size)));
        Map<String, HeatMap> heatMaps = new LinkedHashMap<>();
        heat.forEach((latency, columns) -> heatMaps.put(latency.tag(), HeatMap.of(columns)));
        List<ReportData.ResourceSeries> series = new ArrayList<>();
        subjects.forEach((subject, builders) -> builders.forEach(builder -> series.add(builder.build(subject))));
        Map<String, Percentiles> percentiles = new LinkedHashMap<>();
        result.latencies().percentiles().forEach((latency, values) -> percentiles.put(latency.tag(), values));
        run = Optional.of(new ReportData.Run(
                result.runId(),
                result.name(),
                result.started(),
                result.warmupNs(),
                result.measuredNs(),
                result.drainNs(),
                result.seed(),
                result.outcome(),
                mark.map(m -> m.judge(result.verdict())).orElse(result.verdict()),
                findings(FindingRules.of(new FindingEvidence(result, intervals, overTime, heat, series))),
                result.totals(),
                result.measured(),
                result.due(),
                result.ledger(),
                result.faults(),
                result.backlog(),
                result.worker(),
                result.workers(),
                result.resources(),
                result.brokerDeath(),
                result.profiles(),
                result.semantics().facts(),
                result.environment(),
                result.config(),
                percentiles,
                intervals,
                overTime,
                heatMaps,
                distributions(result.latencies()),
                distributions(warmup),
                series));
    }

    private List<Finding> findings(List<Finding> found) {
        List<Finding> findings = new ArrayList<>(found);
        mark.flatMap(RunMark::finding).ifPresent(finding -> findings.add(0, finding));
        return findings;
    }

    /** The run, once its result is there. */
    Optional<ReportData.Run> run() {
        return run;
    }

    private Column outstanding(RunResult result) {
        Column.Builder outstanding = new Column.Builder();
        Counts totals = result.totals();
        boolean known = totals.acknowledged() > 0 && totals.received() > 0;
        // How many subscriptions get each message; what is in doubt or not owed makes it no whole number.
        long copies = known ? Math.max(1, Math.round(result.ledger().expected() / (double) totals.acknowledged())) : 0;
        for (int i = 0; i < sentSoFar.size(); i++) {
            outstanding.add(known ? Math.max(0, copies * sentSoFar.get(i) - receivedSoFar.get(i)) : Double.NaN);
        }
        return outstanding.build();
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

    @Override
    public void close() {}

    /** One latency. */
    private static final class OverTimeBuilder {

        private final Column.Builder count = new Column.Builder();
        private final Column.Builder mean = new Column.Builder();
        private final Column.Builder p50 = new Column.Builder();
        private final Column.Builder p90 = new Column.Builder();
        private final Column.Builder p99 = new Column.Builder();
        private final Column.Builder p999 = new Column.Builder();
        private final Column.Builder p9999 = new Column.Builder();
        private final Column.Builder max = new Column.Builder();

        private List<Column.Builder> all() {
            return List.of(count, mean, p50, p90, p99, p999, p9999, max);
        }

        void add(int index, Percentiles values) {
            all().forEach(column -> column.padTo(index));
            count.add(values.count());
            mean.add(Math.rint(values.meanNs()));
            p50.add(values.p50Ns());
            p90.add(values.p90Ns());
            p99.add(values.p99Ns());
            p999.add(values.p999Ns());
            p9999.add(values.p9999Ns());
            max.add(values.maxNs());
        }

        ReportData.OverTime build(int size) {
            all().forEach(column -> column.padTo(size));
            return new ReportData.OverTime(
                    count.build(),
                    mean.build(),
                    p50.build(),
                    p90.build(),
                    p99.build(),
                    p999.build(),
                    p9999.build(),
                    max.build());
        }
    }

    /** What is read of one subject at the same times. */
    private static final class SeriesBuilder {

        private final Column.Builder startS = new Column.Builder();
        private final Column.Builder endS = new Column.Builder();
        private final Map<String, Column.Builder> metrics = new LinkedHashMap<>();

        boolean hasAnyOf(ResourceSample sample) {
            return !Collections.disjoint(metrics.keySet(), sample.values().keySet());
        }

        boolean endsBefore(ResourceSample sample) {
            return endS.get(endS.size() - 1) <= milliseconds(sample.startNs());
        }

        void add(ResourceSample sample) {
            if (startS.size() > 0 && milliseconds(sample.startNs()) > endS.get(endS.size() - 1)) {
                // A row of nothing: no line is to be drawn over the time in which the broker was away.
                startS.add(endS.get(endS.size() - 1));
                endS.add(milliseconds(sample.startNs()));
            }
            int index = startS.size();
            startS.add(milliseconds(sample.startNs()));
            endS.add(milliseconds(sample.endNs()));
            sample.values().forEach((name, value) -> {
                Column.Builder column = metrics.computeIfAbsent(name, n -> new Column.Builder());
                column.padTo(index);
                column.add(Column.significant(value, DIGITS));
            });
        }

        /** In seconds, but no finer than a sample is meant to be. */
        private static double milliseconds(long ns) {
            return Math.rint(ns / 1e6) / 1e3;
        }

        ReportData.ResourceSeries build(String subject) {
            Map<String, Column> columns = new LinkedHashMap<>();
            metrics.forEach((name, column) -> {
                column.padTo(startS.size());
                columns.put(name, column.build());
            });
            return new ReportData.ResourceSeries(subject, startS.build(), endS.build(), columns);
        }
    }
}
