package dev.dyno.report.trend;

import static dev.dyno.model.result.Column.median;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.page.Axis;
import dev.dyno.report.page.LineChart;
import dev.dyno.report.page.LineChart.Line;
import dev.dyno.report.page.LineChart.Stroke;
import dev.dyno.report.page.Size;
import dev.dyno.report.page.StaticPage;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import dev.dyno.report.store.RunSummary;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A figure over stored runs, with its changes. Runs with the same value of {@code by}, for example of a tag, are one
 * point: their median.
 *
 * <p>Assumptions and guarantees: immutable.
 */
public record Trend(Figure figure, By by, List<Point> points, Changes changes, Map<String, Integer> leftOut) {

    /** Minimum number of values to look for changes in. */
    private static final int FEW = 2 * Changes.LEAST;

    private static final int MOST_NAMED = 5;

    /** Property of runs that makes points: runs with an equal value are one point. */
    public record By(String name, Function<RunSummary, Optional<String>> value) {}

    /**
     * One point of the trend: the runs with one value of {@code by}, and the median of their figure.
     *
     * @param marked whether the figure of one of the runs has a mark
     */
    record Point(String label, List<RunSummary> runs, double value, boolean marked) {

        Instant began() {
            return runs.get(0).result().started();
        }
    }

    private record Valued(RunSummary run, double value) {}

    /** @param runs in any order; those that are INVALID, or lack the figure or a value of {@code by}, are left out */
    public static Trend of(Figure figure, By by, List<RunSummary> runs) {
        Map<String, List<Valued>> groups = new LinkedHashMap<>();
        Map<String, Integer> leftOut = new TreeMap<>();
        List<RunSummary> ordered = new ArrayList<>(runs);
        ordered.sort(
                Comparator.comparing((RunSummary run) -> run.result().started()).thenComparing(RunSummary::folderName));
        for (RunSummary run : ordered) {
            Optional<String> label = by.value.apply(run);
            Optional<Figure.Value> value = figure.of(run.numbers(figure, UnaryOperator.identity()));
            Optional<String> why = run.verdict().level() == Verdict.Level.INVALID
                    ? Optional.of("INVALID")
                    : label.isEmpty()
                            ? Optional.of("without " + by.name)
                            : value.isEmpty() ? Optional.of("without " + figure.name()) : Optional.empty();
            why.ifPresent(reason -> leftOut.merge(reason, 1, Integer::sum));
            if (why.isEmpty()) {
                groups.computeIfAbsent(label.orElseThrow(), unused -> new ArrayList<>())
                        .add(new Valued(run, value.orElseThrow().low()));
            }
        }
        List<Point> points = new ArrayList<>();
        groups.forEach((label, group) -> points.add(new Point(
                label,
                group.stream().map(Valued::run).toList(),
                median(group.stream().mapToDouble(Valued::value).toArray()),
                group.stream().anyMatch(one -> figure.mark(one.run.numbers()).isPresent()))));
        Changes changes = points.stream().allMatch(point -> point.value > 0)
                ? Changes.of(points.stream().mapToDouble(Point::value).toArray())
                : new Changes(List.of(), List.of());
        return new Trend(figure, by, points, changes, leftOut);
    }

    /** The points as a table. */
    public Grid grid() {
        List<Column<Integer>> columns = List.of(
                Column.of(by.name, i -> points.get(i).label),
                Column.of("first run (UTC)", i -> points.get(i)
                        .began()
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString()),
                Column.of("runs", i -> points.get(i).runs.size()),
                Column.of((figure.name() + " " + figure.unit().inTables()).strip(), this::cell),
                new Column<>("change", i -> Optional.of(note(i))));
        return Grid.of(IntStream.range(0, points.size()).boxed().toList(), columns);
    }

    private Object cell(int i) {
        Unit unit = figure.unit();
        Object value = Math.round(unit.inTables(points.get(i).value) * 1e3) / 1e3;
        return points.get(i).marked ? new Grid.Marked(value) : value;
    }

    private String note(int i) {
        return changes.changes().stream()
                .filter(change -> change.at() == i)
                .map(this::words)
                .findFirst()
                .orElse(changes.spikes().contains(i) ? "stands apart" : "");
    }

    private String words(Changes.Change change) {
        String better =
                switch (figure.better()) {
                    case MORE -> change.share() > 0 ? ", better" : ", worse";
                    case LESS -> change.share() < 0 ? ", better" : ", worse";
                    case NEITHER -> "";
                };
        return percent(change.share()) + " (" + percent(change.lowest()) + " to " + percent(change.highest()) + ")"
                + better;
    }

    private static String percent(double share) {
        return Unit.PERCENT.signed(100 * share);
    }

    /** Sentences about the points and changes. */
    public List<String> answer() {
        List<String> lines = new ArrayList<>();
        int runs = points.stream().mapToInt(point -> point.runs.size()).sum();
        lines.add(title() + ": " + Plural.count(points.size(), "value", "values") + " of "
                + Plural.count(runs, "run", "runs")
                + leftOut.entrySet().stream()
                        .map(reason -> ", " + reason.getValue() + " " + reason.getKey())
                        .collect(Collectors.joining())
                + ".");
        for (Changes.Change change : changes.changes()) {
            lines.add("Change from " + points.get(change.at() - 1).label + " to " + points.get(change.at()).label + ": "
                    + words(change) + ".");
        }
        changes.spikes()
                .forEach(i -> lines.add(points.get(i).label + " stands apart"
                        + (i == points.size() - 1
                                ? "; as the last value, it may also be the beginning of a change."
                                : " as a single value, which is no change.")));
        if (points.stream().anyMatch(point -> point.value <= 0)) {
            lines.add("Changes are not looked for, because a value is 0 and has no percentage.");
        } else if (points.size() < FEW) {
            lines.add("Changes are not looked for, because that takes " + FEW + " values: " + Changes.LEAST
                    + " before and " + Changes.LEAST + " after.");
        } else if (changes.changes().isEmpty()) {
            lines.add("No change.");
        }
        return lines;
    }

    /** Reasons why the points may not be one series, in sentences. */
    public List<String> doubts() {
        Map<String, Function<RunSummary, Optional<String>>> facts = new LinkedHashMap<>();
        facts.put("name", run -> Optional.of(run.result().name()));
        facts.put("load", RunSummary::load);
        facts.put("broker", RunSummary::broker);
        facts.put("driver", RunSummary::driver);
        facts.put(
                "processor",
                run -> Optional.ofNullable(run.result().environment().get("processor")));
        List<String> doubts = new ArrayList<>();
        facts.forEach((name, fact) -> {
            TreeSet<String> values = points.stream()
                    .flatMap(point -> point.runs.stream())
                    .flatMap(run -> fact.apply(run).stream())
                    .collect(Collectors.toCollection(TreeSet::new));
            if (values.size() > 1) {
                doubts.add("The runs differ in their " + name + ", which changes figures, too: "
                        + values.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
                        + (values.size() > MOST_NAMED ? "; …" : ""));
            }
        });
        return doubts;
    }

    public String title() {
        return figure.name() + " by " + by.name;
    }

    /** The chart, with the median of each part between changes. */
    public LineChart chart() {
        List<Integer> ends = new ArrayList<>(List.of(0));
        changes.changes().forEach(change -> ends.add(change.at()));
        ends.add(points.size());
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        List<Line> levels = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            xs.add(i + 1.0);
            ys.add(points.get(i).value);
        }
        for (int i = 1; i < ends.size() && !points.isEmpty(); i++) {
            List<Double> part = ys.subList(ends.get(i - 1), ends.get(i));
            double median =
                    median(part.stream().mapToDouble(Double::doubleValue).toArray());
            levels.add(new Line(
                    i == 1 ? "median between changes" : "",
                    List.of(ends.get(i - 1) + 1.0, (double) ends.get(i)),
                    List.of(median, median),
                    1,
                    Stroke.DASHED));
        }
        levels.add(0, new Line(figure.name(), xs, ys, 0, Stroke.SOLID));
        List<LineChart.Mark> marks = new ArrayList<>();
        changes.changes()
                .forEach(change -> marks.add(new LineChart.Mark(
                        points.get(change.at()).label + " " + percent(change.share()), change.at() + 0.5)));
        changes.spikes().forEach(i -> marks.add(new LineChart.Mark(points.get(i).label + " stands apart", i + 1.0)));
        return new LineChart(
                title(),
                figure.title(),
                Axis.linear(by.name + ", in the order of the first runs", Unit.COUNT),
                new Axis("", figure.unit(), isWide(ys)),
                levels,
                List.of(),
                marks);
    }

    /** Whether the largest value is more than 100 times the smallest, which would then be near zero on a linear scale. */
    private static boolean isWide(List<Double> values) {
        double least = values.stream().mapToDouble(v -> v).min().orElse(0);
        return least > 0 && values.stream().mapToDouble(v -> v).max().orElse(0) > 100 * least;
    }

    /** The page: answer, chart and table. */
    public String page() {
        StaticPage page = new StaticPage("Dyno trend", title());
        List<String> answer = answer();
        page.paragraph("answer", answer.get(0));
        answer.stream().skip(1).forEach(line -> page.paragraph("", line));
        doubts().forEach(line -> page.paragraph("warn", line));
        page.charts(List.of(chart().svg(Size.WIDE)));
        Grid grid = grid();
        page.table("", grid.columns());
        grid.texts().forEach(row -> page.row("", row));
        return page.endTable().end();
    }
}
