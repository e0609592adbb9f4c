package dev.dyno.report.query;

import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.report.history.History;
import dev.dyno.report.query.Tables.RunBucket;
import dev.dyno.report.query.Tables.RunGroup;
import dev.dyno.report.query.Tables.RunInterval;
import dev.dyno.report.query.Tables.RunNote;
import dev.dyno.report.query.Tables.RunStep;
import dev.dyno.report.query.Tables.RunValue;
import dev.dyno.report.store.CapacityFile;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.IntervalSummary;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderException;
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
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Answers SQL about stored runs. Each question has a database of its own in memory, with the tables that it may name: like
 * {@link History}, it uses only the folders, so nothing can be out of date.
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
     * @param complaints one sentence for each run that could not be read completely
     */
    public record Answer(Grid grid, List<String> complaints) {

        public Answer {
            complaints = List.copyOf(complaints);
        }
    }

    /** Error of a statement, as far as it can be found without SQLite, in one sentence. */
    public static Optional<String> problem(String sql) {
        return new SqlText(sql).problem();
    }

    public static Grid tables() {
        return tables(Table::columns);
    }

    /** All tables as in {@link #tables}, with one line for all figures of a latency. */
    public static Grid tablesInShort() {
        return tables(table -> LatencyColumns.inShort(table.columns()));
    }

    private static Grid tables(Function<Table<?>, List<? extends Table.Column<?>>> columns) {
        return Grid.ofTexts(
                List.of("table", "column", "type", "what it is"),
                Tables.ALL.stream()
                        .flatMap(table -> columns.apply(table).stream()
                                .map(column -> List.of(
                                        table.name(),
                                        column.name(),
                                        column.type().name().toLowerCase(Locale.ROOT),
                                        column.meaning())))
                        .toList());
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
     * @throws QueryException with a sentence, in SQLite's words, if the statement is wrong
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
        if (sql.mayName(Tables.RUNS.name())) {
            Tables.RUNS.insert(database, runs);
        }
        for (RunSummary run : runs) {
            try {
                if (sql.mayName(Tables.GROUPS.name())) {
                    Tables.GROUPS.insert(
                            database,
                            run.result().groups().keySet().stream()
                                    .flatMap(name -> run.numbers().groups().apply(name).stream()
                                            .map(own -> new RunGroup(run.folderName(), name, own)))
                                    .toList());
                }
                if (sql.mayName(Tables.SETTINGS.name())) {
                    Tables.SETTINGS.insert(database, Settings.of(run));
                }
                if (sql.mayName(Tables.INTERVALS.name())) {
                    RunFolder.lackOfIntervals(run.folder()).ifPresent(complaints::add);
                    Tables.INTERVALS.insert(database, intervals(run));
                }
                if (sql.mayName(Tables.RESOURCES.name())) {
                    RunFolder.lackOfResources(run.folder()).ifPresent(complaints::add);
                    Tables.RESOURCES.insert(database, resources(run));
                }
                if (sql.mayName(Tables.HISTOGRAMS.name())) {
                    Tables.HISTOGRAMS.insert(database, buckets(run));
                }
                if (sql.mayName(Tables.STEPS.name())) {
                    Tables.STEPS.insert(database, steps(run));
                }
                if (sql.mayName(Tables.NOTES.name())) {
                    Tables.NOTES.insert(
                            database,
                            run.verdict().findings().stream()
                                    .map(finding -> new RunNote(
                                            run.folderName(),
                                            finding,
                                            run.text().of(finding)))
                                    .toList());
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

    private static List<RunInterval> intervals(RunSummary run) throws RunFolderException {
        List<RunInterval> rows = new ArrayList<>();
        if (!RunFolder.isBegun(run.folder())) {
            return rows;
        }
        for (IntervalSummary interval : RunFolder.readIntervalSummaries(run.folder())) {
            rows.add(new RunInterval(run.folderName(), interval));
        }
        return rows;
    }

    private static List<RunBucket> buckets(RunSummary run) throws RunFolderException {
        List<RunBucket> rows = new ArrayList<>();
        if (RunFolder.isBegun(run.folder())) {
            Latencies all = RunFolder.read(run.folder()).result().latencies();
            all.asMap().forEach((latency, values) -> add(run, latency, values, false, rows));
            all.unfinishedAsMap().forEach((latency, values) -> add(run, latency, values, true, rows));
        }
        return rows;
    }

    private static void add(
            RunSummary run, Latency latency, Histogram values, boolean unfinished, List<RunBucket> rows) {
        values.recordedValues()
                .forEach(value -> rows.add(new RunBucket(
                        run.folderName(),
                        latency,
                        value.getValueIteratedTo(),
                        value.getCountAtValueIteratedTo(),
                        unfinished)));
    }

    private static List<RunStep> steps(RunSummary run) throws IOException {
        List<RunStep> rows = new ArrayList<>();
        CapacityFile.read(run.folder()).map(CapacityFile::capacity).ifPresent(capacity -> capacity.steps()
                .forEach(step -> rows.add(new RunStep(run.folderName(), rows.size(), step, capacity.objectives()))));
        return rows;
    }

    private static List<RunValue> resources(RunSummary run) throws RunFolderException {
        List<RunValue> rows = new ArrayList<>();
        if (!RunFolder.hasResources(run.folder())) {
            return rows;
        }
        for (ResourceSample sample : RunFolder.readResources(run.folder())) {
            sample.values().forEach((metric, value) -> rows.add(new RunValue(run.folderName(), sample, metric, value)));
        }
        return rows;
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
            throw new QueryException("the answer does not fit into memory; ask for less.", e);
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
