package dev.dyno.report.query;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Unit;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table, with the computation of its rows from stored data.
 *
 * @param meaning meaning of a row, for users
 * @param rows gives the objects of a run
 * @param columns columns after {@link #RUN}
 * @param <T> type of the objects, each of which is a row
 */
record Table<T>(String name, String meaning, Rows<T> rows, List<Column<T>> columns) {

    /** First column of each table. */
    private static final Column<RunSummary> RUN =
            Column.text("run", "name of the run's folder, the same in all tables", RunSummary::folderName);

    /** Reads the objects of a run that are rows. */
    interface Rows<T> {
        List<T> of(RunSummary run) throws IOException;
    }

    /** The types of SQLite that are used. */
    enum Type {
        TEXT,
        INTEGER,
        REAL
    }

    /**
     * A column.
     *
     * @param meaning meaning in words for users
     * @param value gives the value of a row; empty = NULL
     */
    record Column<T>(String name, Type type, String meaning, Function<T, Optional<?>> value) {

        /** Column whose values are all known, like those of the methods that follow up to {@link #seconds}. */
        static <T> Column<T> text(String name, String meaning, Function<T, String> value) {
            return new Column<>(name, Type.TEXT, meaning, value.andThen(Optional::of));
        }

        static <T> Column<T> word(String name, String meaning, Function<T, Enum<?>> value) {
            return text(name, meaning, row -> value.apply(row).name());
        }

        static <T> Column<T> number(String name, String meaning, Function<T, Long> value) {
            return new Column<>(name, Type.INTEGER, meaning, row -> Optional.of(value.apply(row)));
        }

        static <T> Column<T> yes(String name, String meaning, Function<T, Boolean> value) {
            return number(name, meaning, row -> value.apply(row) ? 1L : 0L);
        }

        static <T> Column<T> real(String name, String meaning, Function<T, Double> value) {
            return new Column<>(name, Type.REAL, meaning, value.andThen(Optional::of));
        }

        static <T> Column<T> seconds(String name, String meaning, Function<T, Long> ns) {
            return real(name, meaning, row -> ns.apply(row) / 1e9);
        }

        /** Column of a figure in the unit of tables; the low end if the figure is known only as an interval. */
        static <T> Column<T> figure(Figure figure, Function<T, Numbers> numbers) {
            Unit unit = figure.unit();
            boolean count = unit == Unit.COUNT && figure.is(Use.WHOLE);
            return new Column<>(
                    figure.column("_", unit.ending()),
                    count ? Type.INTEGER : Type.REAL,
                    figure.title()
                            + (unit.inTables().isEmpty() || unit == Unit.PER_SECOND ? "" : ", " + unit.inTables()),
                    row -> figure.of(numbers.apply(row))
                            .map(value -> unit.inTables(value.low()))
                            .map(value -> count ? (Object) value.longValue() : value));
        }
    }

    List<Column<?>> all() {
        return Stream.concat(Stream.of(RUN), columns.stream()).toList();
    }

    void create(Connection database) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.executeUpdate("CREATE TABLE " + name
                    + all().stream()
                            .map(column -> column.name + ' ' + column.type)
                            .collect(Collectors.joining(", ", " (", ")")));
        }
    }

    void insert(Connection database, RunSummary run) throws SQLException, IOException {
        String places = "?" + ", ?".repeat(columns.size());
        try (PreparedStatement statement =
                database.prepareStatement("INSERT INTO " + name + " VALUES (" + places + ")")) {
            for (T row : rows.of(run)) {
                statement.setString(1, run.folderName());
                for (int i = 0; i < columns.size(); i++) {
                    statement.setObject(i + 2, columns.get(i).value.apply(row).orElse(null));
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
