package dev.dyno.cli;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Percentile;
import dev.dyno.report.history.History;
import dev.dyno.report.query.QueryException;
import dev.dyno.report.query.RunQuery;
import dev.dyno.report.store.CapacityFile;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Three runs in this JVM, asked about in SQL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryCommandTest {

    /** In the order in which they ran. */
    private final List<Path> runs = new ArrayList<>();

    private final Path folder;
    private final Path home;
    private final Dyno dyno;

    QueryCommandTest(@TempDir Path folder) {
        this.folder = folder;
        home = folder.resolve("home");
        dyno = new Dyno(folder);
    }

    @BeforeAll
    void runThrice() throws Exception {
        installSqlite(folder);
        for (String options : List.of(
                "--broker null --rate 50 --message-count 100 --name slow",
                "--broker null --rate 500 --message-count 200 --name fast",
                "--broker sim --rate 200 --message-count 50 --name sim")) {
            assertThat(dyno.type("client --silent " + options).err()).isEmpty();
            Listing.of(folder.resolve("runs")).stream()
                    .filter(run -> !runs.contains(run))
                    .forEach(runs::add);
        }
        assertThat(runs).hasSize(3);
    }

    @Test
    void notesAreTheTextThatHistoryAndConsoleHave() {
        Ran history = dyno.run("history", "--notes", "--name", "sim");
        Ran query = dyno.run(
                "query",
                "--csv",
                "SELECT level || ' ' || code || ': ' || sentence AS line FROM notes JOIN runs USING (run) WHERE name = 'sim'");

        assertThat(query.out()).contains("SUSPECT few-samples: 50 messages were measured", "NOTE ");
        assertThat(history.outLines())
                .filteredOn(line -> line.contains(": SUSPECT ") || line.contains(": NOTE "))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(query.out()).contains(line.substring(line.indexOf(": ") + 2)));
        dyno.run("history", "--notes", "--json").refused("--notes: is for the list for people");
    }

    /** 50 messages have five beyond p90; on a busy machine it is Dyno's own delay before that. */
    @Test
    void marksAndReachHaveColumns() {
        Ran query = dyno.run(
                "query",
                "--csv",
                "SELECT verdict, end_to_end_p90_mark, p90_mark, transfer_p90_mark, marks FROM runs WHERE name = 'sim'");

        assertThat(query.outLines().get(1))
                .matches("SUSPECT,(few|own),(few|own),few,.*")
                .contains(" transfer-p90=few:0.5 transfer-p99=few:0.0 ");
        assertThat(dyno.run("history", "--csv", "--name", "sim").out()).contains(",SUSPECT,", " transfer-p90=few:0.5 ");
        assertThat(dyno.run("history", "--name", "sim").out()).containsPattern(" ~[0-9.]+ ");
    }

    /** Where the build lays it out. */
    static void installSqlite(Path folder) throws Exception {
        Path jar = Path.of(Class.forName("org.sqlite.JDBC")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Files.copy(
                jar, Files.createDirectories(folder.resolve("home/query/lib")).resolve("sqlite.jar"));
    }

    private List<String> csv(String sql) {
        return dyno.run("query", sql, "--csv").good().outLines();
    }

    @Test
    void runsAreRowsWithWhatHistoryKnows() throws IOException {
        assertThat(csv("SELECT name, driver, sent, received, success, lost, mark FROM runs ORDER BY name"))
                .containsExactly(
                        "name,driver,sent,received,success,lost,mark",
                        "fast,null,200,200,1,0,",
                        "sim,sim,50,50,1,0,",
                        "slow,null,100,100,1,0,");
        RunSummary slow = new RunFolderReader(runs.get(0)).summary();
        double p99 = Objects.requireNonNull(slow.latencies().get("end-to-end")).lowNs(Percentile.P99) / 1e6;
        assertThat(csv("SELECT p99_ms, end_to_end_p99_ms, latency, run, id FROM runs WHERE name = 'slow'")
                        .get(1))
                .isEqualTo(p99 + "," + p99 + ",end-to-end," + runs.get(0).getFileName() + ","
                        + slow.result().runId().substring(0, 8));
    }

    @Test
    void valuesOfLatenciesAreRows() throws IOException {
        assertThat(csv(
                        "SELECT sum(count), max(value_ms) >= 0, max(unfinished) FROM histograms WHERE latency = 'end-to-end'"
                                + " AND run = '" + runs.get(0).getFileName() + "'"))
                .element(1)
                .isEqualTo("100,1,0");
    }

    /** The larger share of two objectives; a drain has counted no message. */
    @Test
    void stepsOfASearchAreRows() throws IOException {
        Capacity capacity = new Capacity(
                List.of("p50 < 1ms", "p99 < 20ms"),
                OptionalDouble.empty(),
                OptionalDouble.of(500),
                OptionalDouble.empty(),
                0.95,
                0.03,
                List.of(
                        step(CapacityStep.Purpose.HOLD, CapacityStep.Decision.MISSED, "too slow, by far", 0.25, 0.5),
                        step(CapacityStep.Purpose.DRAIN, CapacityStep.Decision.UNDECIDED, "", Double.NaN, Double.NaN)),
                List.of());
        new CapacityFile(capacity, Optional.empty()).write(runs.get(0));

        assertThat(csv("SELECT * FROM steps ORDER BY step"))
                .containsExactly(
                        "run,step,purpose,asked_per_s,achieved_per_s,growth_per_s,growth_low_per_s,growth_high_per_s,start_s,"
                                + "counted_from_s,end_s,decision,why,objective,beyond",
                        runs.get(0).getFileName()
                                + ",0,HOLD,500.0,490.5,-1.5,-2.0,-1.0,1.0,3.0,9.0,MISSED,\"too slow, by far\","
                                + "p99 < 20ms,0.5",
                        runs.get(0).getFileName() + ",1,DRAIN,500.0,490.5,-1.5,-2.0,-1.0,1.0,3.0,9.0,UNDECIDED,,,");
    }

    private static CapacityStep step(
            CapacityStep.Purpose purpose, CapacityStep.Decision decision, String why, double... shares) {
        List<CapacityStep.Share> all = DoubleStream.of(shares)
                .mapToObj(share -> new CapacityStep.Share(share, 0, 1))
                .toList();
        return new CapacityStep(
                purpose,
                500,
                1_000_000_000L,
                3_000_000_000L,
                9_000_000_000L,
                decision,
                why,
                490.5,
                -1.5,
                OptionalDouble.of(0.5),
                all);
    }

    @Test
    void tableIsAlignedAndJsonHasNulls() {
        Ran table =
                dyno.run("query", "SELECT name, sent FROM runs ORDER BY sent").good();
        assertThat(table.outLines()).containsExactly("name  sent", "sim     50", "slow   100", "fast   200");

        Ran json = dyno.run("query", "SELECT name, cause, x'0aff' AS b FROM runs WHERE name LIKE 's%w'", "--json");
        assertThat(json.out()).isEqualTo("[\n{\"name\":\"slow\",\"cause\":null,\"b\":\"0aff\"}\n]\n");
    }

    @Test
    void secondsAddUpToTheRun() throws IOException {
        for (Path run : runs) {
            Counts totals = new RunFolderReader(run).result().totals();
            assertThat(csv("SELECT sum(sent), sum(received), min(start_s) FROM intervals WHERE run = '"
                                    + run.getFileName() + "'")
                            .get(1))
                    .isEqualTo(totals.sent() + "," + totals.received() + ",0.0");
        }
        assertThat(
                        csv(
                                "SELECT name, count(*) FROM runs JOIN intervals USING (run)"
                                        + " WHERE intervals.response_count > 0 AND intervals.response_p99_ms > 0 GROUP BY name HAVING count(*) > 1"))
                .hasSizeGreaterThan(1);
    }

    /**
     * The broker holds up the last 15 of 60 messages until after the drain: p50 is known, of p90 only a lower bound is known. The broker
     * counts from the first connection, a quarter of a second before the load at most.
     */
    @Test
    void percentileOfUnfinishedMessagesHasNoUpperEnd() throws IOException {
        Path stalled = Files.createDirectories(home.resolve("stalled"));
        dyno.type(
                // The broker counts from its own start, which a busy machine has before the load's by up to a second.
                "client --silent --broker sim --rate 20 --duration 5s --drain 100ms --set 'stall=1h at 4s' --runs %s",
                stalled);
        Ran ran = dyno.type(
                        "query %s --csv --runs %s",
                        "SELECT response_count, response_unfinished BETWEEN 15 AND 45, response_p50_most_ms = response_p50_ms,"
                                + " response_p90_ms > 50, response_p90_most_ms, response_max_ms >= response_p90_ms FROM runs",
                        stalled)
                .good();
        assertThat(ran.outLines()).last().isEqualTo("100,1,1,1,,1");
    }

    @Test
    void resourcesAndSettingsJoinTheirRun() {
        assertThat(csv("SELECT DISTINCT subject FROM resources WHERE metric = 'cpu-cores' ORDER BY 1"))
                .containsExactly("subject", "host", "worker");
        assertThat(csv("SELECT s.value FROM settings s JOIN runs USING (run)"
                        + " WHERE kind = 'config' AND s.name = 'producers[0].load' ORDER BY runs.name"))
                .containsExactly("value", "constant 500/s", "constant 200/s", "constant 50/s");
        assertThat(csv("SELECT count(DISTINCT value) FROM settings WHERE kind = 'environment' AND name = 'processors'"))
                .containsExactly("count(DISTINCT value)", "1");
    }

    @Test
    void markOutweighsTheVerdictAsInHistory() throws IOException {
        Path marks = runs.get(2).resolve("marks.jsonl");
        dyno.run("history", "mark", runs.get(2).toString(), "invalid", "--comment", "cold");
        try {
            assertThat(csv("SELECT name, mark, comment FROM runs WHERE verdict = 'INVALID'"))
                    .contains("sim,invalid,cold");
        } finally {
            Files.delete(marks);
        }
    }

    @Test
    void tablesAndColumnsAreShown() {
        Ran people = dyno.run("query", "--tables");
        assertThat(people.outLines())
                .extracting(line -> line.replaceAll(" {2,}", "  "))
                .contains(
                        "runs  run  text  name of the run's folder, the same in all tables",
                        "runs  broker_rss_max_bytes  real  broker, resident memory at most, bytes",
                        "runs  response_…  real  response_count, _unfinished, _mean_ms, _p50_ms, _p90_ms,"
                                + " _p99_ms, _p99_9_ms, _p99_99_ms, _max_ms, _p50_most_ms, _p90_most_ms, _p99_most_ms,"
                                + " _p99_9_most_ms, _p99_99_most_ms, _p50_mark, _p90_mark, _p99_mark, _p99_9_mark, _p99_99_mark");
        assertThat(people.errLines())
                .containsExactly(
                        "runs: a row for each run; one without an end has the reason partial",
                        "groups: a row for each group with a name of each run",
                        "intervals: a row for each second of each run",
                        "resources: a row for each figure of each second of broker, worker, host and others",
                        "settings: a row for each thing that was set or found out before a run",
                        "notes: a row for each reason of a verdict, and for each note on the numbers",
                        "steps: a row for each rate that a search for the capacity has asked",
                        "histograms: a row for each value of a latency in the measured phase, to three digits");
        List<String> all = dyno.run("query", "--tables", "--csv").outLines();
        assertThat(all).contains("intervals,end_to_end_p99_9_ms,real,\"end-to-end, p99.9, ms\"");
        // Each is there.
        Map<String, List<String>> columns = all.subList(1, all.size()).stream()
                .map(line -> line.split(",", -1))
                .collect(groupingBy(words -> words[0], mapping(words -> "count(" + words[1] + ")", toList())));
        assertThat(columns)
                .containsOnlyKeys(
                        "runs", "groups", "intervals", "resources", "settings", "notes", "steps", "histograms");
        columns.forEach((table, counts) -> assertThat(csv("SELECT " + String.join(", ", counts) + " FROM " + table))
                .hasSize(2));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    SELECT 1 FRM runs            | near "runs": syntax error.
                    SELECT p99 FROM runs         | no such column: p99.
                    SELECT * FROM run            | no such table: run.
                    SELECT 'x                    | unrecognized token: "'x".
                    WITH x AS (SELECT 1) DELETE FROM runs | this statement writes: stored runs can only be read here; begin with SELECT, WITH or VALUES.
                    """)
    void whatSqliteRefusesIsOneSentenceInItsWords(String sql, String sentence) {
        Ran ran = dyno.run("query", sql).ended(Exit.USAGE);
        assertThat(ran.errLines())
                .containsExactly(
                        "dyno query: " + sentence + " dyno query --tables shows the tables and their columns.");
        assertThat(ran.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ATTACH 'there.db' AS x", "VACUUM INTO 'there.db'"})
    void aRefusedQueryMakesNoFile(String sql) {
        dyno.run("query", sql).ended(Exit.USAGE);
        assertThat(Path.of("there.db")).doesNotExist();
    }

    @Test
    void runThatCannotBeReadIsNamedAndTheOthersAnswer() throws IOException {
        Path file = runs.get(1).resolve("resources.jsonl");
        String text = Files.readString(file);
        Files.writeString(file, "x" + text);
        try {
            Ran ran = dyno.run("query", "SELECT count(DISTINCT run) FROM resources", "--csv")
                    .ended(Exit.GOOD);
            assertThat(ran.outLines()).containsExactly("count(DISTINCT run)", "2");
            assertThat(ran.err())
                    .hasLineCount(1)
                    .startsWith("dyno: " + runs.get(1) + ": resources.jsonl line 1 is damaged: ");
        } finally {
            Files.writeString(file, text);
        }
    }

    @Test
    void engineThatIsNotThereIsOneSentence() throws IOException {
        Path lib = home.resolve("query/lib");
        Path jar = lib.resolve("sqlite.jar");
        Path away = Files.move(jar, home.resolve("away.jar"));
        try {
            Ran ran = dyno.run("query", "SELECT 1").ended(Exit.FAILED);
            assertThat(ran.errLines())
                    .containsExactly("dyno query: " + lib + ": SQLite is not there. Build or install Dyno again.");
        } finally {
            Files.move(away, jar);
        }
    }

    @Test
    void placeWithoutRunsHasEmptyTables() throws IOException {
        Path empty = Files.createDirectories(home.resolve("empty"));
        Ran ran = dyno.run("query", "SELECT * FROM runs", "--json", "--runs", empty.toString())
                .ended(Exit.GOOD);
        assertThat(ran.out()).isEqualTo("[]\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"count(*)", "x"})
    void statementWithoutAnEndIsStopped(String what) throws IOException {
        History history = History.of(folder.resolve("runs"));
        String endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT " + what + " FROM c";
        assertThatThrownBy(() ->
                        RunQuery.ask(home.resolve(Path.of("query", "lib")), history, endless, Duration.ofMillis(300)))
                .isInstanceOf(QueryException.class)
                .hasMessage("the statement has no answer after 0.3 s; ask for less.");
    }
}
