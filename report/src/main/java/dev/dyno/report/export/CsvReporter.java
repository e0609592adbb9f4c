package dev.dyno.report.export;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.verdict.Marks;
import dev.dyno.report.store.Csv;
import dev.dyno.report.store.Decimals;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.Reporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One row per interval by RFC 4180, with a header. The columns and their order never change; a field is empty if nothing was
 * measured. Resources, faults, a backlog and named groups have files of their own beside the main one.
 *
 * <p>Latencies are in ns, as the column names say; rows of phase WARMUP have those of warm-up messages, all others those of
 * measured messages. Unfinished messages are in the last row by their lower bounds, and counted in the columns
 * {@code _unfinished}. A percentile of that row is at least the value of its column, and at most that of the one with
 * {@code _most}, which is empty if there is no upper end. {@code marks} has the marks of the row's percentiles, and of its rates
 * where Dyno itself was the limit. Nothing in a row needs quotes.
 */
public final class CsvReporter implements Reporter {

    private static final String NS = "_ns";

    private static final List<Column<Interval>> FIELDS = fields();

    private final ReportFile file;
    private final Function<String, Optional<Path>> beside;
    private boolean headed;
    /** Further files that have rows, by their content. */
    private final Map<String, ReportFile> others = new LinkedHashMap<>();

    /** @param beside gives the file for a kind of content; empty if it is not to be written */
    public CsvReporter(ReportFile file, Function<String, Optional<Path>> beside) {
        this.file = file;
        this.beside = beside;
    }

    /**
     * Writes the intervals to {@code NAME.csv}, and beside it the samples of resources to {@code NAME-resources.csv}, the faults
     * to {@code NAME-faults.csv}, a backlog to {@code NAME-backlog.csv} and intervals of named groups to {@code NAME-groups.csv},
     * if there are any; such files of an earlier run are deleted. A device or pipe has no further files.
     *
     * @throws IOException with a sentence, if the file cannot be created, or one of an earlier run not be deleted
     */
    public static CsvReporter create(Path file) throws IOException {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length();
        ReportFile created = ReportFile.create(file);
        boolean alone = !Files.isRegularFile(file);
        Function<String, Optional<Path>> beside =
                what -> Optional.of(file.resolveSibling(name.substring(0, dot) + '-' + what + name.substring(dot)))
                        .filter(path -> !alone);
        for (String what : List.of("resources", "faults", "backlog", "groups")) {
            Optional<Path> earlier = beside.apply(what).filter(Files::isRegularFile);
            if (earlier.isPresent()) {
                ReportFile.create(earlier.get()).discard();
            }
        }
        return new CsvReporter(created, beside);
    }

    private static List<Column<Interval>> fields() {
        List<Column<Interval>> fields = new ArrayList<>(List.of(
                Column.of("index", interval -> Integer.toString(interval.index())),
                Column.of("phase", interval -> interval.phase().name()),
                Column.of("start_time", interval -> Instant.ofEpochMilli(interval.startEpochMillis())
                        .toString()),
                Column.of("start_s", interval -> Decimals.seconds(interval.startNs())),
                Column.of("length_s", interval -> Decimals.seconds(interval.endNs() - interval.startNs()))));
        List<Figure> figures = Figures.of(Use.INTERVAL);
        add(figures, unit -> unit == Unit.COUNT, fields);
        add(figures, unit -> unit == Unit.PER_SECOND, fields);
        for (Latency latency : Latency.values()) {
            fields.add(count(latency, "_count", Percentiles::count));
            Figures.statistics(latency).forEach(figure -> fields.add(field(figure)));
        }
        for (Latency latency : Latency.values()) {
            fields.add(count(latency, "_unfinished", Percentiles::unfinishedCount));
        }
        for (Latency latency : Latency.values()) {
            Figures.statistics(latency).stream()
                    .filter(figure -> figure.is(Use.WHOLE))
                    .forEach(figure ->
                            fields.add(new Column<>(figure.column("", "_most" + NS), interval -> value(figure, interval)
                                    .filter(value -> !value.isOpen())
                                    .map(value -> text(figure, value.high())))));
        }
        add(figures, unit -> unit != Unit.COUNT && unit != Unit.PER_SECOND, fields);
        // Own delays do not count, because a stored second lacks them: a run and its replay must have equal marks.
        fields.add(Column.of(
                "marks", interval -> FigureMark.words(Marks.ofSecond(interval).byFigure())));
        return List.copyOf(fields);
    }

    private static void add(List<Figure> figures, Predicate<Unit> units, List<Column<Interval>> fields) {
        figures.stream().filter(figure -> units.test(figure.unit())).forEach(figure -> fields.add(field(figure)));
    }

    private static Column<Interval> field(Figure figure) {
        String ending = figure.unit() == Unit.NANOSECONDS ? NS : figure.unit().ending();
        return new Column<>(
                figure.column("", ending), interval -> value(figure, interval).map(value -> text(figure, value.low())));
    }

    private static Column<Interval> count(Latency latency, String ending, Function<Percentiles, Long> count) {
        return new Column<>(latency.tag().replace('-', '_') + ending, interval -> Numbers.of(interval)
                .percentiles()
                .apply(latency)
                .map(values -> Long.toString(count.apply(values))));
    }

    private static Optional<Figure.Value> value(Figure figure, Interval interval) {
        return figure.of(Numbers.of(interval));
    }

    private static String text(Figure figure, double value) {
        return figure.is(Use.WHOLE) ? Long.toString((long) value) : Decimals.fixed(value, 3);
    }

    @Override
    public void onInterval(Interval interval) throws IOException {
        file.write((headed ? "" : header()) + row(interval));
        headed = true;
        for (Map.Entry<String, Interval> group : interval.groups().entrySet()) {
            append("groups", "group," + header(), group.getKey() + ',' + row(group.getValue()));
        }
    }

    private static String row(Interval interval) {
        return Csv.row(FIELDS.stream()
                .map(field -> field.cell().apply(interval).map(String::valueOf).orElse(""))
                .toList());
    }

    /** Adds rows to a further file, which is created with the first ones. */
    private void append(String what, String head, String rows) throws IOException {
        Optional<Path> place = beside.apply(what);
        if (place.isEmpty()) {
            return;
        }
        ReportFile other = others.get(what);
        if (other == null) {
            other = ReportFile.create(place.get());
            others.put(what, other);
            other.write(head);
        }
        other.write(rows);
    }

    private static String header() {
        return Csv.row(FIELDS.stream().map(Column::name).toList());
    }

    /** Writes a row for each value: metrics differ from broker to broker, so columns for all of them would be mostly empty. */
    @Override
    public void onResources(ResourceSample sample) throws IOException {
        String rows = sample.values().entrySet().stream()
                .map(value -> Csv.row(List.of(
                        Decimals.seconds(sample.startNs()),
                        Decimals.seconds(sample.endNs()),
                        sample.phase().name(),
                        sample.subject(),
                        value.getKey(),
                        Decimals.plain(value.getValue()))))
                .collect(Collectors.joining());
        append("resources", "start_s,end_s,phase,subject,metric,value" + Csv.END_OF_LINE, rows);
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        write("faults", Grid.of(result.faults(), CsvColumns.FAULT));
        write("backlog", Grid.of(result.backlog().stream().toList(), CsvColumns.BACKLOG));
    }

    private void write(String what, Grid grid) throws IOException {
        if (!grid.rows().isEmpty()) {
            append(what, "", grid.csv());
        }
    }

    @Override
    public void close() throws IOException {
        try (file) {
            if (!headed) {
                file.write(header());
            }
        } finally {
            for (ReportFile other : others.values()) {
                other.close();
            }
        }
    }
}
