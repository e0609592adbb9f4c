package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Unit;
import dev.dyno.report.page.Axis;
import dev.dyno.report.page.BarChart;
import dev.dyno.report.page.Chart;
import dev.dyno.report.page.GridChart;
import dev.dyno.report.page.LineChart;
import dev.dyno.report.page.RunCharts;
import dev.dyno.report.study.Study.ChartSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Draws the charts of a study file. */
record StudyCharts(Study study, StudyResult result, TimeLines timeLines, Map<String, Chart> charts) {

    /** A line or a colour: one value of the series axis and one measure. */
    private record Series(String label, Map<String, String> values, String measure) {}

    /**
     * The charts, by their file names without the ending; a chart without data is left out.
     *
     * @throws IOException with a sentence, if a stored run cannot be read
     */
    static Map<String, Chart> of(Study study, StudyResult result, TimeLines timeLines) throws IOException {
        StudyCharts all = new StudyCharts(study, result, timeLines, new LinkedHashMap<>());
        for (ChartSpec spec : study.output().charts()) {
            Set<String> others = Set.copyOf(all.charts.keySet());
            for (Map<String, String> fixed : study.combinations(spec.each())) {
                all.add(spec, fixed);
            }
            all.onOneScale(others);
        }
        return all.charts;
    }

    /** Gives the charts of one declaration a common scale, because they stand side by side. */
    private void onOneScale(Set<String> others) {
        List<Double> ys = charts.entrySet().stream()
                .filter(chart -> !others.contains(chart.getKey()))
                .flatMap(chart -> chart.getValue().ys())
                .toList();
        charts.replaceAll((name, chart) -> others.contains(name) ? chart : chart.onScaleOf(ys));
    }

    private void add(ChartSpec spec, Map<String, String> fixed) throws IOException {
        String title = title(spec) + (fixed.isEmpty() ? "" : ", " + Cell.label(fixed));
        Optional<? extends Chart> chart =
                switch (spec.kind()) {
                    case LINES -> lines(spec, title, fixed);
                    case BARS -> bars(spec, title, fixed);
                    case HEAT -> heat(spec, title, fixed);
                    case TIME -> time(spec, title, fixed);
                    case POINTS -> points(spec, title, fixed);
                    case PERCENTILES -> percentiles(spec, title, fixed);
                };
        chart.ifPresent(drawn -> {
            String base = title.toLowerCase(Locale.ROOT)
                    .replaceAll("[^a-z0-9.]+", "-")
                    .replaceAll("^-|-$", "");
            String name = base;
            for (int twin = 2; charts.containsKey(name); twin++) {
                name = base + "-" + twin;
            }
            charts.put(name, drawn);
        });
    }

    private String title(ChartSpec spec) {
        if (!spec.title().isEmpty()) {
            return spec.title();
        }
        String measures = spec.y().stream().map(name -> words(spec, name)).collect(Collectors.joining(", "));
        return switch (spec.kind()) {
            case PERCENTILES -> measures + " by percentile";
            case POINTS ->
                measures + " by " + figure(spec, spec.x().orElseThrow()).title();
            case LINES, BARS, HEAT, TIME ->
                measures + spec.x().map(x -> " by " + x).orElse("");
        };
    }

    private static String words(ChartSpec spec, String name) {
        return spec.kind() == ChartSpec.Kind.PERCENTILES
                ? Measures.histogramTitle(name)
                : figure(spec, name).title();
    }

    private List<Series> series(ChartSpec spec, Map<String, String> fixed) {
        List<Series> all = new ArrayList<>();
        for (String value : spec.series().map(axis -> ran(axis, fixed)).orElse(List.of(""))) {
            for (String measure : spec.y()) {
                Map<String, String> values =
                        spec.series().map(axis -> Cell.with(fixed, axis, value)).orElse(fixed);
                String words = words(spec, measure);
                String label = spec.y().size() == 1 ? value : value.isEmpty() ? words : value + ", " + words;
                all.add(new Series(label, values, measure));
            }
        }
        return all;
    }

    /** Unit of the measures of a chart: that of the first, because all should have the same unit. */
    private static Unit unit(ChartSpec spec) {
        return figure(spec, spec.y().get(0)).unit();
    }

    private static Figure figure(ChartSpec spec, String name) {
        return spec.kind() == ChartSpec.Kind.TIME ? Measures.overTime(name) : Measures.find(name);
    }

    private String note(ChartSpec spec, Map<String, String> fixed, boolean interval) {
        List<String> notes = new ArrayList<>();
        spec.series().filter(axis -> ran(axis, fixed).size() > 1).ifPresent(axis -> notes.add("colours: " + axis));
        if (study.rounds().repeats() > 1) {
            notes.add("median of " + result.rounds(study, fixed) + " rounds"
                    + (interval ? ", with the least and the greatest" : ""));
        }
        boolean bound = result.trials().stream()
                .flatMap(trial -> trial.steps().stream())
                .anyMatch(step ->
                        spec.y().stream().anyMatch(name -> step.measures().containsKey(name + Measures.BOUND)));
        if (bound) {
            notes.add("lower bounds for runs that ended with unfinished messages");
        }
        return String.join("; ", notes);
    }

    /** Values of an axis with stored results: others are in no cell that the study runs, or are still to be run. */
    private List<String> ran(String axis, Map<String, String> fixed) {
        return study.names(axis).stream()
                .filter(name -> !result.results(Cell.with(fixed, axis, name)).isEmpty())
                .toList();
    }

    private Spread spread(Series series, String axis, String value) {
        return result.spread(Cell.with(series.values, axis, value), series.measure);
    }

    private Optional<LineChart> lines(ChartSpec spec, String title, Map<String, String> fixed) {
        String x = spec.x().orElseThrow();
        List<String> names = study.names(x);
        AxisNumbers numbers = AxisNumbers.of(names).orElseThrow();
        List<Integer> rising = IntStream.range(0, names.size())
                .boxed()
                .sorted((a, b) ->
                        Double.compare(numbers.values().get(a), numbers.values().get(b)))
                .toList();
        List<Double> xs = rising.stream().map(i -> numbers.values().get(i)).toList();
        List<LineChart.Line> lines = new ArrayList<>();
        List<LineChart.Line> ends = new ArrayList<>();
        for (Series series : series(spec, fixed)) {
            List<Spread> spreads =
                    rising.stream().map(i -> spread(series, x, names.get(i))).toList();
            if (spreads.stream().anyMatch(spread -> spread.count() > 0)) {
                boolean isSpread = spreads.stream().anyMatch(spread -> spread.count() > 1);
                String label = series.label.isEmpty() && isSpread ? words(spec, series.measure) : series.label;
                List<Double> ys = spreads.stream().map(Spread::median).toList();
                if (isSpread) {
                    ends.add(ends(xs, spreads, lines.size()));
                }
                lines.add(new LineChart.Line(label, xs, ys, lines.size(), LineChart.Stroke.SOLID));
            }
        }
        lines.addAll(ends);
        Axis across = new Axis(x, numbers.unit(), numbers.isLogarithmic());
        return chart(spec, title, note(spec, fixed, !ends.isEmpty()), across, lines);
    }

    private static Optional<LineChart> chart(
            ChartSpec spec, String title, String note, Axis across, List<LineChart.Line> lines) {
        Axis up = new Axis("", unit(spec), spec.log());
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new LineChart(title, note, across, up, lines, List.of(), List.of()));
    }

    /** Vertical lines from the lowest to the highest value of the rounds. */
    private static LineChart.Line ends(List<Double> xs, List<Spread> spreads, int color) {
        List<Double> across = new ArrayList<>();
        List<Double> up = new ArrayList<>();
        for (int i = 0; i < xs.size(); i++) {
            across.addAll(Collections.nCopies(3, xs.get(i)));
            up.addAll(List.of(spreads.get(i).min(), spreads.get(i).max(), Double.NaN));
        }
        return new LineChart.Line("", across, up, color, LineChart.Stroke.SOLID);
    }

    private Optional<BarChart> bars(ChartSpec spec, String title, Map<String, String> fixed) {
        String x = spec.x().orElseThrow();
        List<String> groups = ran(x, fixed);
        List<BarChart.Bars> all = new ArrayList<>();
        boolean some = false;
        for (Series series : series(spec, fixed)) {
            List<BarChart.Bar> bars = new ArrayList<>();
            for (String name : groups) {
                Spread spread = spread(series, x, name);
                some |= spread.count() > 0;
                bars.add(
                        spread.count() > 1
                                ? new BarChart.Bar(spread.median(), spread.min(), spread.max())
                                : BarChart.Bar.of(spread.median()));
            }
            all.add(new BarChart.Bars(series.label, bars));
        }
        return some
                ? Optional.of(new BarChart(
                        title, note(spec, fixed, true), x, groups, new Axis("", unit(spec), spec.log()), all))
                : Optional.empty();
    }

    private Optional<GridChart> heat(ChartSpec spec, String title, Map<String, String> fixed) {
        String x = spec.x().orElseThrow();
        String up = spec.rows().orElseThrow();
        List<String> columns = ran(x, fixed);
        List<String> rows = ran(up, fixed);
        List<List<Double>> values = new ArrayList<>();
        for (String row : rows) {
            Series series = new Series("", Cell.with(fixed, up, row), spec.y().get(0));
            values.add(columns.stream()
                    .map(column -> spread(series, x, column).median())
                    .toList());
        }
        boolean some = values.stream().flatMap(List::stream).anyMatch(Double::isFinite);
        return some
                ? Optional.of(new GridChart(title, note(spec, fixed, false), x, up, columns, rows, unit(spec), values))
                : Optional.empty();
    }

    private Optional<LineChart> time(ChartSpec spec, String title, Map<String, String> fixed) throws IOException {
        List<LineChart.Line> lines = new ArrayList<>();
        for (Series series : series(spec, fixed)) {
            Figure measure = Measures.overTime(series.measure);
            TimeLines.Points points = timeLines.of(series.values, measure);
            if (!points.xs().isEmpty()) {
                lines.add(new LineChart.Line(
                        series.label, points.xs(), points.ys(), lines.size(), LineChart.Stroke.SOLID));
            }
        }
        String note = study.rounds().repeats() > 1 ? "the first round" : "";
        return chart(spec, title, note, Axis.linear("time", Unit.CLOCK_SECONDS), lines);
    }

    /** A point for each run: one measure across, another upwards. */
    private Optional<LineChart> points(ChartSpec spec, String title, Map<String, String> fixed) {
        Figure across = figure(spec, spec.x().orElseThrow());
        List<LineChart.Line> lines = new ArrayList<>();
        for (Series series : series(spec, fixed)) {
            List<Double> xs = new ArrayList<>();
            List<Double> ys = new ArrayList<>();
            for (Trial.StepResult run : result.results(series.values)) {
                double x = run.measures().getOrDefault(across.name(), Double.NaN);
                double y = run.measures().getOrDefault(series.measure, Double.NaN);
                if (Double.isFinite(x + y)) {
                    // NaN after the point keeps the chart from connecting it to the next.
                    xs.addAll(List.of(x, x));
                    ys.addAll(List.of(y, Double.NaN));
                }
            }
            if (!xs.isEmpty()) {
                lines.add(new LineChart.Line(series.label, xs, ys, lines.size(), LineChart.Stroke.SOLID));
            }
        }
        return chart(spec, title, "a point for each run", Axis.linear(across.title(), across.unit()), lines);
    }

    private Optional<LineChart> percentiles(ChartSpec spec, String title, Map<String, String> fixed)
            throws IOException {
        Map<String, Histogram> lines = new LinkedHashMap<>();
        Map<String, String> read = Map.of();
        Map<String, Histogram> histograms = Map.of();
        for (Series series : series(spec, fixed)) {
            if (histograms.isEmpty() || !series.values.equals(read)) {
                read = series.values;
                histograms = timeLines.histograms(read);
            }
            Optional.ofNullable(histograms.get(series.measure)).ifPresent(found -> lines.put(series.label, found));
        }
        String note = study.rounds().repeats() > 1 ? "of all rounds together" : "";
        return lines.isEmpty() ? Optional.empty() : Optional.of(RunCharts.byPercentile(title, note, lines));
    }
}
