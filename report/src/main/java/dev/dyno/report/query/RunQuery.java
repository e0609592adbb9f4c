package dev.dyno.report.query;

import dev.dyno.report.history.History;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Answers SQL about stored runs. Each question has a database of its own in memory, with rows only in the tables that it may
 * name. Like {@link History}, this uses only the folders of runs, so nothing can be out of date.
 */
public final class RunQuery {

    /** SQLite's code of a statement that would write. */
    private static final int READ_ONLY = 8;

    /** SQLite's code of a statement that was cancelled. */
    private static final int INTERRUPTED = 9;

    private RunQuery() {}

    /**
     * An answer.
     *
     * @param complaints sentences about the runs that could not be read, or not completely
     */
    public record Answer(Grid grid, List<String> complaints) {}

    /** Error of a statement, as far as it can be found without SQLite, in one sentence. */
    public static Optional<String> problem(String sql) {
        return new SqlText(sql).problem();
    }

    /** All tables; in short, with one line for all figures of a latency. */
    public static Grid tables(boolean inShort) {
        List<List<String>> rows = new ArrayList<>();
        for (Table<?> table : Tables.ALL) {
            (inShort ? LatencyColumns.inShort(table.all()) : table.all())
                    .forEach(column -> rows.add(List.of(
                            table.name(),
                            column.name(),
                            column.type().name().toLowerCase(Locale.ROOT),
                            column.meaning())));
        }
        return Grid.ofTexts(List.of("table", "column", "type", "what it is"), rows);
    }

    /** Meaning of a row of each table. */
    public static List<String> tableLines() {
        return Tables.ALL.stream()
                .map(table -> table.name() + ": " + table.meaning())
                .toList();
    }

    /**
     * Reads the data that the statement needs and lets SQLite answer.
     *
     * @param lib the folder with SQLite's jars
     * @param sql one statement
     * @param longest time that SQLite may take: a statement may never end, for example a common table expression that calls
     *     itself
     * @throws QueryException with a sentence, if the statement is wrong (in SQLite's words), writes, takes longer, or has an
     *     answer that does not fit into memory
     * @throws IOException with a sentence, if SQLite cannot be started
     */
    public static Answer ask(Path lib, History history, String sql, Duration longest)
            throws QueryException, IOException {
        List<String> complaints = new ArrayList<>(history.complaints());
        try (Engine engine = Engine.open(lib);
                Connection database = engine.connect(lib)) {
            load(database, history.runs(), new SqlText(sql), complaints);
            return new Answer(answer(database, sql, longest), complaints);
        } catch (SQLException e) {
            if (e.getErrorCode() == INTERRUPTED) {
                throw new QueryException(
                        "the statement has no answer after " + longest.toMillis() / 1e3 + " s; ask for less.", e);
            }
            throw new QueryException(
                    e.getErrorCode() == READ_ONLY ? SqlText.writes("this statement writes") : words(e) + ".", e);
        }
    }

    private static void load(Connection database, List<RunSummary> runs, SqlText sql, List<String> complaints)
            throws SQLException {
        database.setAutoCommit(false);
        for (Table<?> table : Tables.ALL) {
            table.create(database);
        }
        List<Table<?>> asked =
                Tables.ALL.stream().filter(table -> sql.mayName(table.name())).toList();
        for (RunSummary run : runs) {
            try {
                if (asked.contains(Tables.INTERVALS)) {
                    new RunFolderReader(run.folder()).lack(RunFolder.INTERVALS).ifPresent(complaints::add);
                }
                if (asked.contains(Tables.RESOURCES)) {
                    new RunFolderReader(run.folder()).lack(RunFolder.RESOURCES).ifPresent(complaints::add);
                }
                for (Table<?> table : asked) {
                    table.insert(database, run);
                }
            } catch (IOException e) {
                complaints.add(String.valueOf(e.getMessage()));
            }
        }
        database.commit();
        database.setAutoCommit(true);
        try (Statement statement = database.createStatement()) {
            statement.execute("PRAGMA query_only = 1");
        }
    }

    private static Grid answer(Connection database, String sql, Duration longest) throws SQLException, QueryException {
        ScheduledExecutorService limit = Executors.newSingleThreadScheduledExecutor();
        try (Statement statement = database.createStatement()) {
            ScheduledFuture<Integer> unused = limit.schedule(
                    () -> {
                        statement.cancel();
                        return 0;
                    },
                    longest.toNanos(),
                    TimeUnit.NANOSECONDS);
            if (!statement.execute(sql)) {
                throw new QueryException(SqlText.writes("this statement writes"));
            }
            try (ResultSet result = statement.getResultSet()) {
                return grid(result);
            }
        } catch (OutOfMemoryError e) {
            throw new QueryException("the answer does not fit into memory; select fewer rows or columns.", e);
        } finally {
            limit.shutdownNow();
        }
    }

    private static Grid grid(ResultSet result) throws SQLException {
        ResultSetMetaData about = result.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= about.getColumnCount(); i++) {
            columns.add(about.getColumnLabel(i));
        }
        List<List<Optional<Object>>> rows = new ArrayList<>();
        while (result.next()) {
            List<Optional<Object>> row = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) {
                row.add(Optional.ofNullable(result.getObject(i)).map(RunQuery::shown));
            }
            rows.add(row);
        }
        return new Grid(columns, rows);
    }

    private static Object shown(Object cell) {
        return cell instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : cell;
    }

    /** SQLite's own message, which is in brackets after that of its driver. */
    private static String words(SQLException e) {
        String message = String.valueOf(e.getMessage());
        int from = message.indexOf(" (");
        int to = message.lastIndexOf(')');
        return from >= 0 && to > from ? message.substring(from + 2, to) : message;
    }
}
