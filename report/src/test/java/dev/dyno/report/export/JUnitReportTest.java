package dev.dyno.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JUnitReportTest {

    private static final Finding SUSPECT = Finding.of(Finding.Level.SUSPECT, "rate-not-steady", "1 < 2 & \"3\" > 2");
    private static final Finding INVALID = Finding.of(Finding.Level.INVALID, "messages-lost", "2 messages were lost.");

    @TempDir
    private Path runs = Path.of("");

    private final List<Path> stored = new ArrayList<>();

    private Path store(String name, Outcome outcome, Finding... reasons) throws Exception {
        RunResult result = Samples.valid(parts -> {
            parts.name = name;
            parts.outcome = outcome;
            parts.ledger = LedgerCounts.EMPTY;
            parts.verdict = Verdict.of(List.of(reasons));
        });
        Path folder = RunFolder.create(runs, result.started(), "run", result.runId());
        try (Reporter reporter = RunFolder.reporter(folder)) {
            for (ResourceSample sample : Samples.resources()) {
                reporter.onResources(sample);
            }
            reporter.onResult(result);
        }
        stored.add(folder);
        return folder;
    }

    private String suite() throws Exception {
        Path file = runs.resolve("junit.xml");
        JUnitReport.write(file, stored);
        return Files.readString(file);
    }

    /** Statuses 3, 4, 3, 0: what is undecided fails, too, and is not called missed. */
    @Test
    void aThresholdThatARunDoesNotPassIsAFailure() throws Exception {
        for (String code : List.of("threshold-missed", "threshold-undecided", "load-aborted", "threshold-met")) {
            store(code, Outcome.SUCCESS, Finding.of(Finding.Level.NOTE, code, "It was 5 ms."));
        }
        assertThat(suite())
                .contains("tests=\"4\" failures=\"3\"")
                .containsSubsequence(
                        "<failure type=\"threshold\" message=\"a threshold was missed\">",
                        "threshold-missed: It was 5 ms",
                        "<failure type=\"threshold\" message=\"a threshold is undecided\">",
                        "<failure type=\"threshold\" message=\"a threshold was missed\">");
    }

    @Test
    void eachRunIsACaseAndWhatIsNotToBeUsedIsAFailure() throws Exception {
        store("good", Outcome.SUCCESS);
        store("suspect", Outcome.SUCCESS, SUSPECT);
        store("invalid", Outcome.SUCCESS, SUSPECT, INVALID);
        store("failed", Outcome.failed("connection \u0000lost\ud800"), SUSPECT);

        assertThat(suite()).isEqualTo("""
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="dyno" tests="4" failures="2" errors="0" skipped="0" time="16.000" timestamp="2026-03-01T12:00:00.250Z">
                  <testcase classname="dyno.good" name="good r-012345" time="4.000"/>
                  <testcase classname="dyno.suspect" name="suspect r-012345" time="4.000"><system-out>SUSPECT rate-not-steady: 1 &lt; 2 &amp; &quot;3&quot; &gt; 2
                </system-out></testcase>
                  <testcase classname="dyno.invalid" name="invalid r-012345" time="4.000"><failure type="invalid" message="INVALID">INVALID messages-lost: 2 messages were lost.
                SUSPECT rate-not-steady: 1 &lt; 2 &amp; &quot;3&quot; &gt; 2
                </failure></testcase>
                  <testcase classname="dyno.failed" name="failed r-012345" time="4.000"><failure type="failed" message="the run failed: connection \ufffdlost\ufffd">SUSPECT rate-not-steady: 1 &lt; 2 &amp; &quot;3&quot; &gt; 2
                </failure></testcase>
                </testsuite>
                """);
    }

    @Test
    void runThatIsMarkedInvalidIsAFailureWithTheMarkAsReason() throws Exception {
        Path folder = store("marked", Outcome.SUCCESS);
        RunFolder.mark(folder, new RunMark(RunMark.Kind.INVALID, "the disk was full", Samples.START));

        assertThat(suite())
                .contains(">INVALID marked-invalid: marked as invalid at 2026-03-01T12:00:00Z: the disk was full\n"
                        + "</failure>");
    }
}
