package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Unit;
import dev.dyno.report.page.Axis;
import dev.dyno.report.page.BarChart;
import dev.dyno.report.page.Chart;
import dev.dyno.report.page.GridChart;
import dev.dyno.report.page.LineChart;
import dev.dyno.report.study.Study.ChartSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Draws the charts of a study file. */
final class StudyCharts {

    private final Study study;
    private final StudyResult result;
    private final TimeLines timeLines;
    private final Map<String, Chart> charts = new LinkedHashMap<>();

    /** A line or a colour: one value of the series axis and one measure. */
    private record Series(String label, Map<String, String> values, String measure) {}

    private StudyCharts(Study study, StudyResult result, TimeLines timeLines) {
        this.study = study;
        this.result = result;
        this.timeLines = timeLines;
    }

    /**
     * Charts by the name of a file without its ending; without data there is no chart.
     *
     * @throws IOException with a sentence, if a stored run cannot be read
     */
    static Map<String, Chart> of(Study study, StudyResult result, TimeLines timeLines) throws IOException {
        StudyCharts all = new StudyCharts(study, result, timeLines);
        for (ChartSpec spec : study.output().charts()) {
            for (Map<String, String> fixed : study.combinations(spec.each())) {
                all.add(spec, fixed);
            }
        }
        return all.charts;
    }

    private void add(ChartSpec spec, Map<String, String> fixed) throws IOException {
        String title = title(spec) + (fixed.isEmpty() ? "" : ", " + Cell.label(fixed));
        Optional<? extends Chart> chart =
                switch (spec.kind()) {
                    case LINES -> lines(spec, title, fixed);
                    case BARS -> bars(spec, title, fixed);
                    case HEAT -> heat(spec, title, fixed);
                    case TIME -> time(spec, title, fixed);
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
        List<String> measures =
                spec.y().stream().map(name -> figure(spec, name).title()).toList();
        return String.join(", ", measures) + spec.x().map(x -> " by " + x).orElse("");
    }

    private List<Series> series(ChartSpec spec, Map<String, String> fixed) {
        List<Series> all = new ArrayList<>();
        for (String value : spec.series().map(axis -> ran(axis, fixed)).orElse(List.of(""))) {
            for (String measure : spec.y()) {
                Map<String, String> values = new LinkedHashMap<>(fixed);
                spec.series().ifPresent(axis -> values.put(axis, value));
                String words = figure(spec, measure).title();
                String label = spec.y().size() == 1 ? value : value.isEmpty() ? words : value + ", " + words;
                all.add(new Series(label, values, measure));
            }
        }
        return all;
    }

    /** Unit of the measures of a chart: that of the first one, which should be that of all. */
    private static Unit unit(ChartSpec spec) {
        return figure(spec, spec.y().get(0)).unit();
    }

    private static Figure figure(ChartSpec spec, String name) {
        return spec.kind() == ChartSpec.Kind.TIME ? Measures.overTime(name) : Measures.find(name);
    }

    private String note(ChartSpec spec, boolean interval) {
        List<String> notes = new ArrayList<>();
        if (study.rounds().repeats() > 1) {
            notes.add("median of " + study.rounds().repeats() + " rounds"
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

    /** Values of an axis with stored results: others were left out by --only, or are still to come. */
    private List<String> ran(String axis, Map<String, String> fixed) {
        return study.names(axis).stream()
                .filter(name -> {
                    Map<String, String> values = new LinkedHashMap<>(fixed);
                    values.put(axis, name);
                    return !result.results(values).isEmpty();
                })
                .toList();
    }

    private Spread spread(Series series, String axis, String value) {
        Map<String, String> values = new LinkedHashMap<>(series.values);
        values.put(axis, value);
        return result.spread(values, series.measure);
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
        List<LineChart.Line> lines = new ArrayList<>();
        for (Series series : series(spec, fixed)) {
            List<Double> ys = rising.stream()
                    .map(i -> spread(series, x, names.get(i)).median())
                    .toList();
            if (ys.stream().anyMatch(Double::isFinite)) {
                lines.add(new LineChart.Line(
                        series.label,
                        rising.stream().map(i -> numbers.values().get(i)).toList(),
                        ys,
                        lines.size(),
                        LineChart.Stroke.SOLID));
            }
        }
        Axis across = new Axis(x, numbers.unit(), numbers.isLogarithmic());
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new LineChart(
                        title,
                        note(spec, false),
                        across,
                        new Axis("", unit(spec), spec.log()),
                        lines,
                        List.of(),
                        List.of()));
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
                ? Optional.of(new BarChart(title, note(spec, true), groups, Axis.linear("", unit(spec)), all))
                : Optional.empty();
    }

    private Optional<GridChart> heat(ChartSpec spec, String title, Map<String, String> fixed) {
        String x = spec.x().orElseThrow();
        String up = spec.rows().orElseThrow();
        List<String> columns = ran(x, fixed);
        List<String> rows = ran(up, fixed);
        List<List<Double>> values = new ArrayList<>();
        for (String row : rows) {
            Map<String, String> those = new LinkedHashMap<>(fixed);
            those.put(up, row);
            Series series = new Series("", those, spec.y().get(0));
            values.add(columns.stream()
                    .map(column -> spread(series, x, column).median())
                    .toList());
        }
        boolean some = values.stream().flatMap(List::stream).anyMatch(Double::isFinite);
        return some
                ? Optional.of(new GridChart(title, note(spec, false), x, up, columns, rows, unit(spec), values))
                : Optional.empty();
    }

    private Optional<LineChart> time(ChartSpec spec, String title, Map<String, String> fixed) throws IOException {
        List<LineChart.Line> lines = new ArrayList<>();
        for (Series series : series(spec, fixed)) {
            Figure measure = Measures.overTime(series.measure);
            TimeLines.Points points = timeLines.of(series.values, measure);
            if (!points.xs().isEmpty()) {
                String label = spec.y().size() == 1 ? series.label : series.label + ", " + measure.title();
                lines.add(new LineChart.Line(label, points.xs(), points.ys(), lines.size(), LineChart.Stroke.SOLID));
            }
        }
        String note = study.rounds().repeats() > 1 ? "the first round" : "";
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new LineChart(
                        title,
                        note,
                        Axis.linear("time", Unit.CLOCK_SECONDS),
                        new Axis("", unit(spec), spec.log()),
                        lines,
                        List.of(),
                        List.of()));
    }
}
