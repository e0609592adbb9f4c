package dev.dyno.cli;

import static dev.dyno.cli.BadCommandLine.bad;

import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be asked of stored runs is refused, each mistake in one sentence. */
class BadLookingBackTest {

    private final Dyno dyno;

    BadLookingBackTest(@TempDir Path folder) {
        dyno = new Dyno(folder);
    }

    static Stream<BadCommandLine> badCommandLines() {
        return Stream.of(
                // What is looked back at.
                bad(
                        "history --since x",
                        "--since: x; must be a time like 2d, 12h or 30m, a day like 2026-11-20, or 2026-11-20T18:00:00Z."),
                bad("history --verdict good", "--verdict: good; must be one of valid, suspect, invalid."),
                bad(
                        "history --sort size",
                        "--sort: size; must be one of time, name, broker, load-rate, p50, p99, lost."),
                bad("history --limit 0", "--limit: 0; must be a whole number of at least 1."),
                bad("history --json --csv", "--json: contradicts --csv; leave one of them out."),
                bad("history --name=", "--name: is empty; give it a value, or leave it out."),
                bad("history --runs /no/such", "--runs: /no/such; must be a folder with stored runs."),
                // What is compared.
                bad(
                        "compare",
                        "RUN: is missing; must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP"
                                + " WORKLOAD."),
                bad(
                        "compare x y z",
                        "RUN: 3 are given; must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP"
                                + " WORKLOAD."),
                bad("compare --a x,y", "--b: is missing; --a needs a side to stand against."),
                bad(
                        "compare --a x --b y z",
                        "RUN: z; contradicts --a and --b; must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP"
                                + " WORKLOAD."),
                bad("compare --a x,y --b z --paired", "--paired: 2 runs of A and 1 of B; must be as many of each."),
                bad("compare x y --figures p98", "--figures: p98; must be one of " + Figures.names(Use.COMPARED) + "."),
                bad("compare x y --margin p99", "--margin: p99; must be FIGURE=PERCENT, like p99=10%."),
                bad(
                        "compare x y --margin p99=10",
                        "--margin: p99=10; must be a share above 0 %, with its sign, like p99=10%."),
                bad(
                        "compare x y --figures rate --margin p99=10%",
                        "--margin: p99 is not judged; add it to --figures, or leave it out."),
                bad(
                        "compare x y --confidence 100%",
                        "--confidence: 100%; must be at least 50% and less than 100%, with its sign, like 95%."),
                bad(
                        "compare x y --latency late",
                        "--latency: late; must be one of send-delay, send-ack, response, transfer, end-to-end, commit,"
                                + " receive-commit, own-delay, blocked-time, by-timestamp."),
                bad(
                        "compare x y --json /no/such/x.json",
                        "--json: /no/such/x.json; must be a file that can be written, in a folder that exists."),
                // What is let through.
                bad(
                        "gate",
                        "BASELINE: is missing; must be a run that dyno history shows.",
                        "--max-regression: is missing; must be what is allowed, like p99=10%,rate=5%."),
                bad(
                        "gate x --max-regression p99=10%",
                        "RUN: is missing; must be a run that dyno history shows, or last."),
                bad(
                        "gate x y --max-regression p99=10%,p99=5%",
                        "--max-regression: p99 is given more than once; leave one of them out."),
                bad(
                        "gate x y --max-regression rate=-1%",
                        "--max-regression: rate=-1%; must be a share of at least 0 %, with its sign, like p99=10%."),
                bad(
                        "gate x y --max-regression rate=1% --sure",
                        "--sure: needs three runs or more of the baseline and of the run, with commas between them, made in"
                                + " turns: fewer say nothing of how much runs differ by themselves."),
                bad("query", "SQL: is missing; must be a statement that reads, like SELECT name, p99_ms FROM runs."),
                bad("query VALUES(1) --json --csv", "--json: contradicts --csv; leave one of them out."),
                bad("query VALUES(1) --tables", "--tables: contradicts SQL; leave one of them out."),
                bad("query VALUES(1) --runs /no/such", "--runs: /no/such; must be a folder with stored runs."),
                bad("query VALUES(1);VALUES(2)", "SQL: there is more than one statement; give one."),
                bad(
                        "query DROP/**/TABLE/**/runs",
                        "SQL: DROP: stored runs can only be read here; begin with SELECT, WITH or VALUES."));
    }

    @ParameterizedTest
    @MethodSource("badCommandLines")
    void eachMistakeIsToldInOneSentenceThatSaysWhatToDo(BadCommandLine commandLine) {
        commandLine.isRefusedBy(dyno);
    }
}
