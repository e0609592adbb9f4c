package dev.dyno.cli;

import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in questions about stored runs are refused, each in one sentence. */
class BadLookingBackTest extends WithDyno {

    private static final String BAD = """
            # What is looked back at.
            history --since x | --since: x; must be a time like 2d, 12h or 30m, a day like 2026-11-20, or 2026-11-20T18:00:00Z.
            history --verdict good | --verdict: good; must be one of valid, suspect, invalid.
            history --sort size | --sort: size; must be one of time, name, broker, load-rate, p50, p99, lost.
            history --limit 0 | --limit: 0; must be a whole number of at least 1.
            history --json --csv | --json: contradicts --csv; leave one of them out.
            history --name= | --name: is empty; give it a value, or leave it out.
            history --runs /no/such | --runs: /no/such; must be a folder with stored runs.
            # What is compared.
            compare | RUN: is missing; must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP WORKLOAD.
            compare x y z | RUN: 3 are given; must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP WORKLOAD.
            compare --a x,y | --b: is missing; --a needs a side to be compared with.
            compare --a x --b y z | RUN: z; contradicts --a and --b; must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP WORKLOAD.
            compare --a x,y --b z --paired | --paired: 2 runs of A and 1 of B; must be as many of each.
            compare x y --figures p98 | --figures: p98; must be one of {FIGURES}.
            compare x y --margin p99 | --margin: p99; must be FIGURE=PERCENT, like p99=10%.
            compare x y --margin p99=10 | --margin: p99=10; must be a share above 0 %, with its sign, like p99=10%.
            compare x y --margin rate=100%,p99=1000000% | --margin: p99=1000000%; must be less than 1000000 %.
            compare x y --figures rate --margin p99=10% | --margin: p99 is not judged; add it to --figures, or leave it out.
            compare x y --confidence 100% | --confidence: 100%; must be at least 50% and less than 100%, with its sign, like 95%.
            compare x y --latency late | --latency: late; must be one of send-delay, send-ack, response, transfer, end-to-end, round-trip, connect, commit, receive-commit, own-delay, blocked-time, by-timestamp.
            compare x y --blocks 10 | --blocks: is about setups that Dyno runs, and stored runs are named; leave it out, or give setups like --a broker=artemis.
            compare --a broker=sim --b broker=null | WORKLOAD: is missing; setups need one workload file, like workloads/one-queue.yaml.
            compare --a broker=sim --b broker=sim ../workloads/one-queue.yaml | --b: is the same setup as --a. --calibrate runs A against itself.
            compare x y --json /no/such/x.json | --json: /no/such/x.json; must be a file that can be written, in a folder that exists.
            # What is let through.
            gate | BASELINE: is missing; must be a run that dyno history shows. | --max-regression: is missing; must be the allowed changes, like p99=10%,rate=5%, or give --fail-if.
            gate x y --fail-if p99>5ms | BASELINE: only --max-regression compares with it; give that, too, or leave BASELINE out.
            gate --fail-if p99>5ms | RUN: is missing; must be a run that dyno history shows, or last.
            gate x --fail-if p99>5 | --fail-if: p99>5; the limit of p99 must be a duration with its unit, like 20ms.
            gate x --fail-if p99>5ms --fail-if p99<5ms,lost>=0 | --fail-if: p99 > 5ms, p99 < 5ms, lost >= 0; one of them holds in every run. Leave one out, or change its limit.
            gate x --max-regression p99=10% | RUN: is missing; must be a run that dyno history shows, or last.
            gate x y --max-regression p99=10%,p99=5% | --max-regression: p99 is given more than once; leave one of them out.
            gate x y --max-regression rate=-1% | --max-regression: rate=-1%; must be a share of at least 0 %, with its sign, like p99=10%.
            gate x y --max-regression rate=100%,p99=150% | --max-regression: rate=100%; must be less than 100 %.
            gate x y --max-regression p99=1e400%,p50=1e-2147483647% | --max-regression: p99=1e400%; must be less than 1000000 %. | --max-regression: p50=1e-2147483647%; must be a share of at least 0 %, with its sign, like p99=10%.
            gate x y --max-regression rate=1% --sure | --sure: needs three runs or more of the baseline and of the run, with commas between them, made in turns: fewer do not show how much runs differ by themselves.
            query | SQL: is missing; must be a statement that reads, like SELECT name, p99_ms FROM runs.
            query VALUES(1) --json --csv | --json: contradicts --csv; leave one of them out.
            query VALUES(1) --tables | --tables: contradicts SQL; leave one of them out.
            query VALUES(1) --runs /no/such | --runs: /no/such; must be a folder with stored runs.
            query VALUES(1);VALUES(2) | SQL: there is more than one statement; give one.
            query DROP/**/TABLE/**/runs | SQL: DROP: stored runs can only be read here; begin with SELECT, WITH or VALUES.
            """;

    static Stream<BadCommandLine> badCommandLines() {
        return BadCommandLine.all(BAD.replace("{FIGURES}", Figures.names(Use.COMPARED)));
    }

    @ParameterizedTest
    @MethodSource("badCommandLines")
    void eachMistakeIsReportedInOneSentenceThatSaysWhatToDo(BadCommandLine commandLine) {
        commandLine.isRefusedBy(dyno);
    }
}
