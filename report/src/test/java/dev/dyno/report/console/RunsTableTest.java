package dev.dyno.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.GroupResult;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunsTableTest {

    private static final FigureMark OWN = new FigureMark(FigureMark.Kind.OWN, 0.25);

    @Test
    void figuresWithAMarkShowThatTheyHaveOneThoseOfGroupsToo() {
        Counts counts = new Counts(1000, 0, 1000, 500, 0, 0, 0, 0, 0, 0);
        Latencies latencies = Samples.latencies(Map.of(Latency.RESPONSE, Samples.histogram(1_000_000)));
        RunResult run = Samples.valid(parts -> {
            parts.measuredNs = Samples.SECOND;
            parts.measured = counts;
            parts.latencies = latencies;
            parts.verdict = parts.verdict.with(Map.of("response-p99", OWN), Optional.empty());
            parts.groups = Map.of(
                    "web",
                    new GroupResult(
                            counts,
                            counts,
                            latencies,
                            new DueMessages(1000, 1000, 0, 0, 0),
                            LedgerCounts.EMPTY,
                            Map.of("sent-rate", OWN, "response-p50", OWN)));
        });

        RunsTable.Row row = RunsTable.Row.of("a", run, FindingText.FLAGS);

        String ms = row.cells().get(3);
        assertThat(ms).matches("1(.00)? ms");
        assertThat(row.cells().subList(0, 6)).isEqualTo(List.of("a", "1,000", "500", ms, "~" + ms, "-"));
        assertThat(row.groups()).singleElement().satisfies(group -> assertThat(
                        group.cells().subList(0, 6))
                .isEqualTo(List.of("  web", "~1,000", "500", "~" + ms, ms, "-")));
    }

    @Test
    void summaryOfAJobHasThresholdsThatAreNotMetAndTheReasonsOfTheVerdict() {
        RunResult run = Samples.valid(parts -> parts.verdict = Verdict.of(List.of(
                Finding.of(Finding.Level.NOTE, "threshold-met", "p50 was 1 ms."),
                Finding.of(Finding.Level.NOTE, "threshold-missed", "p99 was 5 ms."),
                Finding.of(Finding.Level.SUSPECT, "rate-not-steady", "It was *not*."))));
        String markdown = RunsTable.markdown(List.of(RunsTable.Row.of("load", run, FindingText.FLAGS)));
        assertThat(markdown).startsWith("""
                | run | sent/s | received/s | response p50 | p99 | end-to-end p50 | p99 | lost | verdict |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
                | load |\s""").endsWith("""
                 | SUSPECT |

                - load: NOTE threshold-missed: p99 was 5 ms.
                - load: SUSPECT rate-not-steady: It was \\*not\\*.
                """);
    }
}
