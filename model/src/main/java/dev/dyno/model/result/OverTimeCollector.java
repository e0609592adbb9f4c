package dev.dyno.model.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Condenses a run to {@link RunTimeSeries}, interval by interval. A measured run and the same run read from its folder give the same
 * result.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class OverTimeCollector {

    private static final int DIGITS = 6;

    private final List<Row> rows = new ArrayList<>();
    private final List<IntervalSeries.PhaseSpan> phases = new ArrayList<>();
    private final Map<Latency, LatencyBuilder> latencies = new EnumMap<>(Latency.class);
    private final Map<Latency, List<int[]>> heat = new EnumMap<>(Latency.class);
    private final Map<String, List<SeriesBuilder>> subjects = new LinkedHashMap<>();
    private final OutageFinder outages = new OutageFinder();
    private Counts soFar;

    /** Numbers of an interval. */
    private record Row(long startNs, long endNs, Counts counts, Counts soFar) {

        double perSecond(ToLongFunction<Counts> events) {
            return endNs - startNs >= Interval.MIN_RATE_NS
                    ? Column.significant(events.applyAsLong(counts) / ((endNs - startNs) / 1e9), DIGITS)
                    : Double.NaN;
        }
    }

    public OverTimeCollector() {
        this(Counts.ZERO);
    }

    /** @param before counts of the run before the first interval to be added */
    public OverTimeCollector(Counts before) {
        soFar = before;
    }

    public void add(Interval interval) {
        outages.add(interval);
        int index = rows.size();
        soFar = soFar.plus(interval.counts());
        rows.add(new Row(interval.startNs(), interval.endNs(), interval.counts(), soFar));
        phase(interval.phase(), interval.startNs() / 1e9, interval.endNs() / 1e9);
        Latencies shown = interval.shown();
        shown.percentiles().forEach((latency, values) -> latencies
                .computeIfAbsent(latency, l -> new LatencyBuilder())
                .add(index, values));
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            shown.recordedLowerEnds(latency).ifPresent(values -> {
                List<int[]> columns = heat.computeIfAbsent(latency, l -> new ArrayList<>());
                padTo(columns, index);
                columns.add(HeatMap.column(values));
            });
        }
    }

    private static void padTo(List<int[]> columns, int size) {
        while (columns.size() < size) {
            columns.add(new int[0]);
        }
    }

    private void phase(Interval.Phase phase, double from, double to) {
        int last = phases.size() - 1;
        if (last >= 0 && phases.get(last).phase() == phase) {
            phases.set(
                    last, new IntervalSeries.PhaseSpan(phase, phases.get(last).fromS(), to));
        } else {
            phases.add(new IntervalSeries.PhaseSpan(phase, from, to));
        }
    }

    /** Adds the next sample of a subject. */
    public void add(ResourceSample sample) {
        List<SeriesBuilder> series = subjects.computeIfAbsent(sample.subject(), s -> new ArrayList<>());
        seriesOf(sample, series)
                .orElseGet(() -> {
                    series.add(new SeriesBuilder());
                    return series.get(series.size() - 1);
                })
                .add(sample);
    }

    /** Series that a sample continues. A process and its JVM are read at different times, and so have different series. */
    private static Optional<SeriesBuilder> seriesOf(ResourceSample sample, List<SeriesBuilder> series) {
        return series.stream().filter(some -> some.hasAnyOf(sample)).findFirst().or(() -> series.stream()
                .filter(some -> some.endsBefore(sample))
                .findFirst());
    }

    /** Outages in the intervals added, of the run with the given result. */
    public List<Outage> outages(RunResult result) {
        return outages.found(result);
    }

    /** Time series of everything added, of the run with the given result. */
    public RunTimeSeries build(RunResult result) {
        boolean isKnown = result.totals().acknowledged() > 0 && result.totals().received() > 0;
        return build(result, isKnown ? result.deliveriesOfEach() : OptionalLong.empty());
    }

    /** @param deliveriesOfEach number of deliveries owed for each message, if it is known */
    public RunTimeSeries build(RunResult result, OptionalLong deliveriesOfEach) {
        return build(deliveriesOfEach, outages.found(result));
    }

    RunTimeSeries build(OptionalLong deliveriesOfEach, List<Outage> found) {
        int size = rows.size();
        heat.values().forEach(columns -> padTo(columns, size));
        IntervalSeries intervals = new IntervalSeries(
                column(row -> row.startNs / 1e9),
                column(row -> row.endNs / 1e9),
                phases,
                column(row -> row.perSecond(Counts::sent)),
                column(row -> row.perSecond(Counts::acknowledged)),
                column(row -> row.perSecond(Counts::received)),
                column(row -> row.counts.failed()),
                column(row -> row.counts.skipped()),
                column(row -> deliveriesOfEach.isPresent()
                        ? row.soFar.outstanding(deliveriesOfEach.getAsLong())
                        : Double.NaN));
        Map<String, LatencySeries> overTime = new LinkedHashMap<>();
        latencies.forEach((latency, builder) -> overTime.put(latency.tag(), builder.build(size)));
        List<ResourceSeries> series = new ArrayList<>();
        subjects.forEach((subject, builders) -> builders.forEach(builder -> series.add(builder.build(subject))));
        return new RunTimeSeries(intervals, overTime, heat, series, found);
    }

    private Column column(ToDoubleFunction<Row> value) {
        return Column.of(rows.stream().mapToDouble(value).toArray());
    }

    private static final class LatencyBuilder {

        private final Column.Builder meanNs = new Column.Builder();
        private final Map<Percentile, Column.Builder> percentilesNs = new EnumMap<>(Percentile.class);
        private final Column.Builder maxNs = new Column.Builder();

        void add(int index, Percentiles values) {
            meanNs.add(index, Math.rint(values.meanNs()));
            values.ranges().forEach((percentile, range) -> percentilesNs
                    .computeIfAbsent(percentile, p -> new Column.Builder())
                    .add(index, (double) range.lowNs()));
            maxNs.add(index, (double) values.maxNs());
        }

        LatencySeries build(int size) {
            Map<Percentile, Column> percentiles = new EnumMap<>(Percentile.class);
            percentilesNs.forEach((percentile, column) -> percentiles.put(percentile, column.build(size)));
            return new LatencySeries(meanNs.build(size), percentiles, maxNs.build(size));
        }
    }

    /** Metrics of one subject that are read at the same times. */
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
                // An empty row, so that no line is drawn over a time in which the subject was not there.
                startS.add(endS.get(endS.size() - 1));
                endS.add(milliseconds(sample.startNs()));
            }
            int index = startS.size();
            startS.add(milliseconds(sample.startNs()));
            endS.add(milliseconds(sample.endNs()));
            sample.values().forEach((name, value) -> metrics.computeIfAbsent(name, n -> new Column.Builder())
                    .add(index, Column.significant(value, DIGITS)));
        }

        /** Time in seconds, rounded to milliseconds, the resolution of a sample. */
        private static double milliseconds(long ns) {
            return Math.rint(ns / 1e6) / 1e3;
        }

        ResourceSeries build(String subject) {
            Map<String, Column> columns = new LinkedHashMap<>();
            metrics.forEach((name, column) -> columns.put(name, column.build(startS.size())));
            return new ResourceSeries(subject, startS.build(), endS.build(), columns);
        }
    }
}
