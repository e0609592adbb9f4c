package dev.dyno.report.query;

import static dev.dyno.report.query.Table.Type.INTEGER;
import static dev.dyno.report.query.Table.Type.REAL;
import static dev.dyno.report.query.Table.Type.TEXT;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentiles;
import dev.dyno.report.query.Table.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Columns of latencies, for example {@code response_p99_ms}: each table with latencies has those of every latency. */
final class LatencyColumns {

    private LatencyColumns() {}

    /** @param numbers gives the numbers of a row */
    static <T> List<Column<T>> of(Function<T, Numbers> numbers) {
        List<Column<T>> columns = new ArrayList<>();
        for (Latency latency : Latency.values()) {
            String name = prefix(latency);
            Function<T, Optional<Percentiles>> values =
                    row -> numbers.apply(row).percentiles().apply(latency);
            columns.add(new Column<>(
                    name + "_count", INTEGER, "how many values " + latency.tag() + " has", row -> values.apply(row)
                            .map(Percentiles::count)));
            columns.add(new Column<>(
                    name + "_unfinished",
                    INTEGER,
                    "of how many of them only a lower bound is known: unsent, unacknowledged or undelivered at the end; then"
                            + " the figures are lower bounds, too",
                    row -> values.apply(row).map(Percentiles::unfinishedCount)));
            List<Figure> figures = Figures.statistics(latency);
            figures.forEach(figure -> columns.add(Column.figure(figure, numbers)));
            // Mean and maximum need no column of an upper end: they are exact, or have none.
            figures.subList(1, figures.size() - 1)
                    .forEach(figure -> columns.add(new Column<>(
                            figure.column("_", "_most_ms"),
                            REAL,
                            "upper end of " + figure.title() + ", ms; null if there is none",
                            row -> figure.of(numbers.apply(row))
                                    .filter(value -> !value.isOpen())
                                    .map(value -> figure.unit().inTables(value.high())))));
        }
        return columns;
    }

    /** Columns of the marks of all percentiles. */
    static <T> List<Column<T>> marks(Function<T, Numbers> numbers) {
        return Arrays.stream(Latency.values())
                .flatMap(latency -> Figures.statistics(latency).stream())
                .filter(figure -> figure.name().contains("-p"))
                .map(figure -> mark(figure, numbers))
                .toList();
    }

    static <T> Column<T> mark(Figure figure, Function<T, Numbers> numbers) {
        return new Column<>(
                figure.column("_", "_mark"),
                TEXT,
                "own, clock, bound, repeated, few or client: why " + figure.title() + " is marked",
                row -> figure.mark(numbers.apply(row)).map(mark -> mark.kind().word()));
    }

    /** The columns in short, for users: one stands for all columns of a latency. */
    static List<Column<?>> inShort(List<? extends Column<?>> columns) {
        List<Column<?>> shorter = new ArrayList<>(columns);
        for (Latency latency : Latency.values()) {
            String name = prefix(latency);
            List<Column<?>> some = shorter.stream()
                    .filter(column -> column.name().startsWith(name + "_"))
                    .toList();
            if (!some.isEmpty()) {
                int place = shorter.indexOf(some.get(0));
                shorter.removeAll(some);
                String endings = some.stream()
                        .map(column -> column.name().substring(name.length()))
                        .collect(Collectors.joining(", ", name, ""));
                shorter.add(place, new Column<>(name + "_…", REAL, endings, row -> Optional.empty()));
            }
        }
        return shorter;
    }

    private static String prefix(Latency latency) {
        return latency.tag().replace('-', '_');
    }
}
