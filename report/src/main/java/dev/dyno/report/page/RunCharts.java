package dev.dyno.report.page;

import dev.dyno.model.result.Column;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.HeatMap;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencySeries;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Charts of one run, or of several runs together: a line then stands for a run, and a chart with several lines per run becomes
 * several charts.
 */
public record RunCharts(List<ReportData.Run> runs, RunLabels names, Map<String, Chart> charts) {

    static final Axis TIME = Axis.linear("time from the start of the load", Unit.CLOCK_SECONDS);
    private static final Axis LATENCY = Axis.logarithmic("", Unit.NANOSECONDS);
    private static final Axis SHARE = Axis.logarithmic("share of the messages that took no longer", Unit.SHARE);
    private static final Axis COUNT = Axis.linear("", Unit.COUNT);

    /** Strokes for the rates of one run, which often coincide. */
    private static final List<LineChart.Stroke> STROKES =
            List.of(LineChart.Stroke.SOLID, LineChart.Stroke.DASHED, LineChart.Stroke.DOTTED);

    /** A series of a run over time, by its name; empty for a run without one. */
    private record Kind(String name, Function<ReportData.Run, Optional<Column>> values) {

        static Kind rate(String name, Function<IntervalSeries, Column> column) {
            return new Kind(name, run -> Optional.of(column.apply(run.intervals()))
                    .filter(values -> doubles(values).anyMatch(rate -> rate > 0)));
        }

        static Kind of(Latency latency, String name, Function<LatencySeries, Column> column) {
            return new Kind(
                    name, run -> Optional.ofNullable(run.latenciesOverTime().get(latency.tag()))
                            .map(column));
        }
    }

    /** Charts by the name of a file without its ending; without data there is no chart. */
    public static Map<String, Chart> of(List<ReportData.Run> runs) {
        return of(runs, RunLabels.of(runs));
    }

    public static Map<String, Chart> of(List<ReportData.Run> runs, RunLabels names) {
        RunCharts all = new RunCharts(runs, names, CapacityCharts.of(runs, names));
        all.rates();
        all.overTime(Latency.END_TO_END);
        all.overTime(Latency.RESPONSE);
        all.distributions();
        all.overTime(Latency.SEND_DELAY);
        all.backlog();
        for (Latency latency : List.of(Latency.END_TO_END, Latency.RESPONSE)) {
            all.heatMaps(latency);
        }
        new ResourceCharts(runs, all.names, all).add();
        Map<String, ReportData.Run> groups = runs.size() == 1 ? runs.get(0).groups() : Map.of();
        if (!groups.isEmpty()) {
            List<ReportData.Run> own = List.copyOf(groups.values());
            of(own, RunLabels.of(own, List.copyOf(groups.keySet())))
                    .forEach((name, chart) -> all.charts.put("groups-" + name, chart));
        }
        return all.charts;
    }

    private boolean several() {
        return runs.size() > 1;
    }

    private void rates() {
        overTime(
                "rate",
                "Rate",
                "messages a second",
                COUNT,
                List.of(
                        Kind.rate("sent", IntervalSeries::sentPerSecond),
                        Kind.rate("acknowledged", IntervalSeries::acknowledgedPerSecond),
                        Kind.rate("received", IntervalSeries::receivedPerSecond)));
    }

    private void overTime(Latency latency) {
        List<Kind> kinds = new ArrayList<>();
        Percentile.JUDGED.forEach(each -> kinds.add(Kind.of(latency, each.title(), values -> values.of(each))));
        kinds.add(Kind.of(latency, "max", LatencySeries::maxNs));
        overTime(latency.tag(), latency.heading(), latency.meaning() + ", of each second", LATENCY, kinds);
    }

    /** One chart with a line for each kind for one run; for several runs, a chart for each kind with a line for each run. */
    private void overTime(String file, String title, String note, Axis y, List<Kind> kinds) {
        List<LineChart.Line> together = new ArrayList<>();
        for (Kind kind : kinds) {
            List<LineChart.Line> lines = new ArrayList<>();
            int place = together.size();
            LineChart.Stroke stroke = several() ? LineChart.Stroke.SOLID : STROKES.get(place % STROKES.size());
            for (ReportData.Run run : runs) {
                String label = several() ? names.of(run) : kind.name;
                int color = several() ? names.color(run) : place;
                kind.values.apply(run).ifPresent(values -> lines.add(line(label, middles(run), values, color, stroke)));
            }
            together.addAll(lines);
            if (several()) {
                lines(file + "-" + kind.name, title + ", " + kind.name, note, y, lines);
            }
        }
        if (!several()) {
            lines(file, title, note, y, together);
        }
    }

    private void distributions() {
        List<LineChart.Line> together = new ArrayList<>();
        for (Latency latency : Latency.values()) {
            List<LineChart.Line> lines = new ArrayList<>();
            for (ReportData.Run run : runs) {
                Optional.ofNullable(run.spread().distributions().get(latency.tag()))
                        .ifPresent(distribution -> {
                            String label = several() ? names.of(run) : latency.heading();
                            lines.add(distribution(
                                    label + (isBound(run, latency) ? ", at least" : ""),
                                    distribution,
                                    several() ? names.color(run) : together.size() + lines.size()));
                        });
            }
            together.addAll(lines);
            if (several()) {
                byPercentile(
                        "percentiles-" + latency.tag(), latency.heading() + " by percentile", latency.meaning(), lines);
            }
        }
        if (!several()) {
            byPercentile("percentiles", "Latency by percentile", "of the measured phase", together);
        }
    }

    private void byPercentile(String file, String title, String note, List<LineChart.Line> lines) {
        if (!lines.isEmpty()) {
            charts.put(file, byPercentile(title, note, lines));
        }
    }

    private static LineChart byPercentile(String title, String note, List<LineChart.Line> lines) {
        return new LineChart(title, note, SHARE, LATENCY, lines, List.of(), List.of());
    }

    /** Chart of histograms in ns, each by its label. */
    public static LineChart byPercentile(String title, String note, Map<String, Histogram> histograms) {
        List<LineChart.Line> lines = new ArrayList<>();
        histograms.forEach((label, histogram) ->
                lines.add(distribution(label, RunCollector.distribution(histogram), lines.size())));
        return byPercentile(title, note, lines);
    }

    /** Whether some values of a latency are lower bounds, because messages were unfinished. */
    private static boolean isBound(ReportData.Run run, Latency latency) {
        Percentiles values = run.latencies().get(latency.tag());
        return values != null && values.hasUnfinished();
    }

    /** Line over the axis 1 / (1 - share). The maximum of n messages is drawn at n, the place of the share 1 - 1 / n. */
    private static LineChart.Line distribution(String label, ReportData.Distribution distribution, int color) {
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (int i = 0; i < distribution.share().size(); i++) {
            xs.add(1 / (1 - distribution.share().get(i)));
            ys.add(Math.max(1, distribution.valueNs().get(i)));
        }
        if (xs.isEmpty() || distribution.count() > xs.get(xs.size() - 1)) {
            xs.add((double) distribution.count());
            ys.add((double) Math.max(1, distribution.maxNs()));
        }
        return new LineChart.Line(label, xs, ys, color, LineChart.Stroke.SOLID);
    }

    private void backlog() {
        List<LineChart.Line> lines = new ArrayList<>();
        for (ReportData.Run run : runs) {
            lines.add(line(
                    several() ? names.of(run) : "",
                    run.intervals().endS(),
                    run.intervals().outstanding(),
                    names.color(run),
                    LineChart.Stroke.SOLID));
        }
        lines("backlog", "Backlog", "deliveries under way or waiting at the end of each second", COUNT, lines);
    }

    private void heatMaps(Latency latency) {
        for (ReportData.Run run : runs) {
            Optional<HeatMap> heatMap = Optional.ofNullable(
                            run.spread().heatMaps().get(latency.tag()))
                    .filter(map -> map.columns().stream().anyMatch(column -> column.length > 0));
            heatMap.ifPresent(map -> {
                String name = "heat-map-" + latency.tag() + (several() ? "-" + names.fileOf(run) : "");
                String title = latency.heading() + ", heat map" + (several() ? " of " + names.of(run) : "");
                String note = "messages in each cell"
                        + (map.intervalsPerColumn() > 1 ? "; a column is " + map.intervalsPerColumn() + " s" : "")
                        + (isBound(run, latency)
                                ? "; in the last, unfinished messages by how long they had waited"
                                : "");
                List<HeatChart.Cell> cells = cells(run, map);
                charts.put(
                        name,
                        new HeatChart(title, note, TIME, LATENCY, Unit.NUMBER, cells, bands(run), marks(List.of(run))));
            });
        }
    }

    private static List<HeatChart.Cell> cells(ReportData.Run run, HeatMap map) {
        List<HeatChart.Cell> cells = new ArrayList<>();
        int size = run.intervals().size();
        for (int column = 0; column < map.columns().size(); column++) {
            int first = column * map.intervalsPerColumn();
            int last = Math.min(size, first + map.intervalsPerColumn()) - 1;
            double from = run.intervals().startS().get(first);
            double to = run.intervals().endS().get(last);
            int[] counts = map.columns().get(column);
            for (int i = 0; i < counts.length; i += 2) {
                cells.add(new HeatChart.Cell(
                        from, to, HeatMap.upperNs(counts[i] - 1), HeatMap.upperNs(counts[i]), counts[i + 1]));
            }
        }
        return cells;
    }

    /** Adds a chart over time, if it has visible data. */
    void lines(String file, String title, String note, Axis y, List<LineChart.Line> lines) {
        List<LineChart.Line> visible = lines.stream()
                .filter(line -> line.ys().stream().anyMatch(Double::isFinite))
                .toList();
        if (!visible.isEmpty()) {
            charts.put(
                    file,
                    new LineChart(
                            title, note, TIME, y, visible, several() ? List.of() : bands(runs.get(0)), marks(runs)));
        }
    }

    private static List<LineChart.Band> bands(ReportData.Run run) {
        List<LineChart.Band> bands = new ArrayList<>();
        for (IntervalSeries.PhaseSpan span : run.intervals().phases()) {
            if (span.phase() != Interval.Phase.MEASURE) {
                boolean warmup = span.phase() == Interval.Phase.WARMUP;
                bands.add(new LineChart.Band(warmup ? "warm-up" : "drain", span.fromS(), span.toS(), false));
            }
        }
        run.result().faults().stream()
                .flatMap(fault -> fault.publish().or(fault::consume).stream())
                .distinct()
                .forEach(outage -> bands.add(new LineChart.Band("", outage.fromNs() / 1e9, outage.toNs() / 1e9, true)));
        return bands;
    }

    private List<LineChart.Mark> marks(List<ReportData.Run> those) {
        List<LineChart.Mark> marks = new ArrayList<>();
        for (ReportData.Run run : those) {
            for (FaultResult fault : run.result().faults()) {
                String label = several() ? names.of(run) + " " + fault.action() : fault.action();
                marks.add(new LineChart.Mark(label, fault.beganNs() / 1e9));
            }
        }
        return marks;
    }

    private static Column middles(ReportData.Run run) {
        return middles(run.intervals().startS(), run.intervals().endS());
    }

    static Column middles(Column from, Column to) {
        return Column.of(IntStream.range(0, from.size())
                .mapToDouble(i -> (from.get(i) + to.get(i)) / 2)
                .toArray());
    }

    static LineChart.Line line(String label, Column xs, Column ys, int color, LineChart.Stroke stroke) {
        return new LineChart.Line(
                label, doubles(xs).boxed().toList(), doubles(ys).boxed().toList(), color, stroke);
    }

    private static DoubleStream doubles(Column column) {
        return IntStream.range(0, column.size()).mapToDouble(column::get);
    }
}
