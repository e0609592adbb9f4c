package dev.dyno.query;

import dev.dyno.query.Table.Column;
import dev.dyno.result.Latency;
import dev.dyno.result.LatencyRange;
import dev.dyno.result.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns of the latencies, the same in each table that has them: {@code response_p99_ms}. */
final class LatencyColumns {

    private static final double NS_PER_MS = 1e6;
    private static final String COUNT = "_count";
    private static final String UNFINISHED = "_unfinished";
    private static final String MS = "_ms";
    private static final String MOST_MS = "_most_ms";

    private LatencyColumns() {}

    /** A figure of a latency. */
    private record Figure(String name, String meaning, Function<Percentiles, Double> ns) {}

    private static final List<Figure> FIGURES = List.of(
            new Figure("mean", "mean", Percentiles::meanNs),
            new Figure("p50", "median", values -> (double) values.p50Ns()),
            new Figure("p90", "90th percentile", values -> (double) values.p90Ns()),
            new Figure("p99", "99th percentile", values -> (double) values.p99Ns()),
            new Figure("p99_9", "99.9th percentile", values -> (double) values.p999Ns()),
            new Figure("p99_99", "99.99th percentile", values -> (double) values.p9999Ns()),
            new Figure("max", "maximum", values -> (double) values.maxNs()));

    /** A percentile's upper end. */
    private record Most(String name, String meaning, Function<Percentiles, LatencyRange> range) {}

    private static final List<Most> MOST = List.of(
            new Most("p50", "median", Percentiles::p50),
            new Most("p90", "90th percentile", Percentiles::p90),
            new Most("p99", "99th percentile", Percentiles::p99),
            new Most("p99_9", "99.9th percentile", Percentiles::p999),
            new Most("p99_99", "99.99th percentile", Percentiles::p9999));

    /** @param latencies of a row, by tag */
    static <T> List<Column<T>> of(Function<T, Map<String, Percentiles>> latencies) {
        List<Column<T>> columns = new ArrayList<>();
        for (Latency latency : Latency.values()) {
            String tag = latency.tag();
            String name = prefix(latency);
            Function<T, Optional<Percentiles>> values =
                    row -> Optional.ofNullable(latencies.apply(row).get(tag));
            columns.add(new Column<>(
                    name + COUNT, Table.Type.INTEGER, "how many values " + tag + " has", row -> values.apply(row)
                            .map(Percentiles::count)));
            columns.add(new Column<>(
                    name + UNFINISHED,
                    Table.Type.INTEGER,
                    "of how many of them only a lower bound is known: unsent, unacknowledged or undelivered at the end; then"
                            + " the figures are lower bounds, too",
                    row -> values.apply(row).map(Percentiles::unfinishedCount)));
            for (Figure figure : FIGURES) {
                columns.add(Column.real(
                        name + '_' + figure.name + MS,
                        figure.meaning + " of " + tag + ", ms",
                        row -> values.apply(row).map(figure.ns).map(ns -> ns / NS_PER_MS)));
            }
            for (Most most : MOST) {
                columns.add(Column.real(
                        name + '_' + most.name + MOST_MS,
                        "upper end of the " + most.meaning + " of " + tag + ", ms; null if there is none",
                        row -> values.apply(row)
                                .map(most.range)
                                .filter(range -> !range.isOpen())
                                .map(range -> range.highNs() / NS_PER_MS)));
            }
        }
        return columns;
    }

    /** With one column instead of all those of a latency, for people. */
    static List<Column<?>> inShort(List<? extends Column<?>> columns) {
        String figures = Stream.concat(
                        FIGURES.stream().map(figure -> ", _" + figure.name + MS),
                        MOST.stream().map(most -> ", _" + most.name + MOST_MS))
                .collect(Collectors.joining("", COUNT + ", " + UNFINISHED, ""));
        List<Column<?>> shorter = new ArrayList<>();
        for (Column<?> column : columns) {
            Optional<Latency> latency = Stream.of(Latency.values())
                    .filter(each -> belongs(column.name(), each))
                    .findFirst();
            if (latency.isEmpty()) {
                shorter.add(column);
            } else if (column.name().endsWith(COUNT)) {
                String name = prefix(latency.get());
                shorter.add(Column.real(name + "_…", name + figures, row -> Optional.empty()));
            }
        }
        return shorter;
    }

    private static boolean belongs(String column, Latency latency) {
        return column.equals(prefix(latency) + COUNT)
                || column.equals(prefix(latency) + UNFINISHED)
                || MOST.stream().anyMatch(most -> column.equals(prefix(latency) + '_' + most.name + MOST_MS))
                || FIGURES.stream().anyMatch(figure -> column.equals(prefix(latency) + '_' + figure.name + MS));
    }

    private static String prefix(Latency latency) {
        return latency.tag().replace('-', '_');
    }
}
