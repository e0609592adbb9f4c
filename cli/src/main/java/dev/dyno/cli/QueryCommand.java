package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.report.history.History;
import dev.dyno.report.query.QueryException;
import dev.dyno.report.query.RunQuery;
import dev.dyno.report.store.Grid;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "query",
        sortOptions = false,
        description = {
            "Query the stored runs in the SQL of SQLite.",
            "",
            "Tables: runs, intervals, resources, settings, notes, histograms, groups, steps; --tables shows their columns."
                    + " All are read anew from the folders of the runs, which stay as they are."
        },
        footer = {
            "",
            "Of the environment, only DYNO_RUNS has an effect here.",
            "Examples:",
            "  dyno query --tables",
            "  dyno query \"SELECT broker, max(sent_per_s) FROM runs GROUP BY broker\""
        })
final class QueryCommand extends Verb implements Verb.FindsProblems, EnvironmentDefaults.LooksBack {

    @Parameters(arity = "0..1", paramLabel = "SQL", description = "One statement that reads: SELECT, WITH or VALUES.")
    private Optional<String> sql = Optional.empty();

    @Option(names = "--tables", description = "Show the tables and their columns.")
    private boolean tables;

    @Option(names = "--json", description = "Print an array of JSON objects, with all digits.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV, with all digits.")
    private boolean csv;

    private static final Duration LONGEST = Duration.ofMinutes(1);

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        runs.check(problems);
        problems.addIf(json && csv, "--json: contradicts --csv; leave one of them out.");
        problems.addIf(tables && sql.isPresent(), "--tables: contradicts SQL; leave one of them out.");
        problems.addIf(
                !tables && sql.isEmpty(),
                "SQL: is missing; must be a statement that reads, like SELECT name, p99_ms FROM runs.");
        sql.flatMap(RunQuery::problem).ifPresent(sentence -> problems.add("SQL: " + sentence));
        problems.refuse();
        if (tables) {
            boolean forPeople = !json && !csv;
            print(RunQuery.tables(forPeople));
            if (forPeople) {
                RunQuery.tableLines().forEach(err()::println);
            }
            return Exit.GOOD;
        }
        try {
            RunQuery.Answer answer =
                    RunQuery.ask(Home.find().query(), History.of(runs.place()), sql.orElse(""), LONGEST);
            print(answer.grid());
            answer.complaints().forEach(sentence -> err().println("dyno: " + sentence));
            return Exit.GOOD;
        } catch (QueryException e) {
            err().println(spec.qualifiedName() + ": " + e.getMessage()
                    + " dyno query --tables shows the tables and their columns.");
            return Exit.USAGE;
        }
    }

    private void print(Grid grid) {
        if (json || csv) {
            out().print(json ? grid.json() : grid.csv());
        } else {
            grid.lines().forEach(out()::println);
        }
    }
}
