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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

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

    private Element suite() throws Exception {
        Path file = runs.resolve("junit.xml");
        JUnitReport.write(file, stored);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Document document = factory.newDocumentBuilder().parse(file.toFile());
        Element suite = document.getDocumentElement();
        assertThat(suite.getTagName()).isEqualTo("testsuite");
        return suite;
    }

    private static Element at(Element parent, String name, int index) {
        NodeList all = parent.getElementsByTagName(name);
        assertThat(all.getLength()).as(name).isGreaterThan(index);
        return (Element) all.item(index);
    }

    private static int count(Element parent, String name) {
        return parent.getElementsByTagName(name).getLength();
    }

    /** Statuses 3, 4, 3, 0: what is undecided fails, too, and is not called missed. */
    @Test
    void aThresholdThatARunDoesNotPassIsAFailure() throws Exception {
        for (String code : List.of("threshold-missed", "threshold-undecided", "load-aborted", "threshold-met")) {
            store(code, Outcome.SUCCESS, Finding.of(Finding.Level.NOTE, code, "It was 5 ms."));
        }
        Element suite = suite();
        assertThat(suite.getAttribute("failures")).isEqualTo("3");
        assertThat(List.of(0, 1, 2))
                .extracting(i -> at(suite, "failure", i).getAttribute("type") + ": "
                        + at(suite, "failure", i).getAttribute("message"))
                .containsExactly(
                        "threshold: a threshold was missed",
                        "threshold: a threshold is undecided",
                        "threshold: a threshold was missed");
        assertThat(at(suite, "failure", 0).getTextContent()).contains("threshold-missed: It was 5 ms");
    }

    @Test
    void eachRunIsACaseAndWhatIsNotToBeUsedIsAFailure() throws Exception {
        store("good", Outcome.SUCCESS);
        store("suspect", Outcome.SUCCESS, SUSPECT);
        store("invalid", Outcome.SUCCESS, SUSPECT, INVALID);
        store("failed", Outcome.failed("connection \u0000lost\ud800"), SUSPECT);
        Element suite = suite();

        assertThat(suite.getAttribute("tests")).isEqualTo("4");
        assertThat(suite.getAttribute("failures")).isEqualTo("2");
        assertThat(suite.getAttribute("errors")).isEqualTo("0");
        assertThat(suite.getAttribute("time")).isEqualTo("16.000");
        assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-03-01T12:00:00.250Z");
        assertThat(count(suite, "testcase")).isEqualTo(4);

        Element good = at(suite, "testcase", 0);
        assertThat(good.getAttribute("name")).isEqualTo("good r-012345");
        assertThat(good.getAttribute("classname")).isEqualTo("dyno.good");
        assertThat(good.getAttribute("time")).isEqualTo("4.000");
        assertThat(good.hasChildNodes()).isFalse();

        Element suspect = at(suite, "testcase", 1);
        assertThat(count(suspect, "failure")).isZero();
        assertThat(at(suspect, "system-out", 0).getTextContent())
                .isEqualTo("SUSPECT rate-not-steady: 1 < 2 & \"3\" > 2\n");

        Element invalid = at(at(suite, "testcase", 2), "failure", 0);
        assertThat(invalid.getAttribute("type")).isEqualTo("invalid");
        assertThat(invalid.getAttribute("message")).isEqualTo("INVALID");
        assertThat(invalid.getTextContent()).isEqualTo("""
                        INVALID messages-lost: 2 messages were lost.
                        SUSPECT rate-not-steady: 1 < 2 & "3" > 2
                        """);

        Element failed = at(at(suite, "testcase", 3), "failure", 0);
        assertThat(failed.getAttribute("type")).isEqualTo("failed");
        assertThat(failed.getAttribute("message")).isEqualTo("the run failed: connection \ufffdlost\ufffd");
    }

    @Test
    void runThatIsMarkedInvalidIsAFailureWithTheMarkAsReason() throws Exception {
        Path folder = store("marked", Outcome.SUCCESS);
        RunFolder.mark(folder, new RunMark(RunMark.Kind.INVALID, "the disk was full", Samples.START));

        assertThat(at(suite(), "failure", 0).getTextContent())
                .isEqualTo("INVALID marked-invalid: marked as invalid at 2026-03-01T12:00:00Z: the disk was full\n");
    }
}
