package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyPageTest {

    private static final Instant BEGUN = Instant.parse("2026-11-21T16:00:00Z");

    private static final String FILE = """
            name: grid
            title: Two knobs
            description: The question.
            workloads: { w: { producers: { to: queue://q } } }
            axes:
              size: { set: workload.seed, values: [1, 10, 100] }
              broker: { settings: { one: { broker: artemis }, two: { broker: kafka } } }
            charts: { kind: bars, title: Rate, x: broker, y: sent-rate, each: size }
            pivots: { title: By size, rows: broker, columns: size, cells: [sent-rate] }
            table: [sent-rate, response-p99]
            """;

    private final Path studies;

    StudyPageTest(@TempDir Path studies) {
        this.studies = studies;
    }

    private StudyFolder folder(String file, Map<String, Collection<String>> only) throws IOException {
        return StudyFolder.create(studies, BEGUN, StudyFile.of("grid.yaml", file, false), false, only);
    }

    private static Finding told(String code, String sentence) {
        return Finding.of(Finding.Level.SUSPECT, code, sentence);
    }

    /** Rate: the size; broker two is twice as fast. */
    private static Trial trial(StudyPlan.Planned planned, String verdict, Finding... reasons) {
        Map<String, String> values = planned.cell().values();
        double rate =
                Integer.parseInt(String.valueOf(values.get("size"))) * ("two".equals(values.get("broker")) ? 2 : 1);
        return StudyFolderTest.trial(planned, verdict, Map.of("sent-rate", rate, "response-p99", 1e6 * rate), reasons);
    }

    /** The page of a study, made now. */
    static String page(StudyFolder folder) throws IOException {
        StudyOutput.write(folder);
        return Files.readString(folder.path().resolve(StudyOutput.REPORT));
    }

    @Test
    void theClaimsComeFirstThenTheVerdictsThenTheQuestionAndTheCharts() throws IOException {
        StudyFolder folder = folder(FILE + """
                claims:
                  - { says: Two is faster, figure: 2, in: size=10, holds: sent-rate of two / sent-rate of one > 1 }
                """, Map.of());
        addAll(folder);

        assertThat(page(folder))
                .containsSubsequence(
                        "<h1>Two knobs</h1>",
                        "<th>the source says</th><th>its figure</th><th>here (interval)</th><th>outcome</th><th>why</th>",
                        "<td>Two is faster</td><td>2</td><td>2</td><td>undecided</td><td>1 of 3 rounds</td>",
                        "<p>6 runs: all VALID.</p>",
                        "<p>The question.</p>",
                        "<h2>Charts</h2>",
                        "<h2>By size</h2>",
                        "<h2>Table</h2>",
                        "<h2 id=\"findings\">Findings</h2>")
                .doesNotContain("from 1 ");
        assertThat(folder.path().resolve("claims.csv")).hasContent("""
                claim,source,condition,outcome,why,value,low,high,unit,rounds
                Two is faster,2,sent-rate of two / sent-rate of one > 1,undecided,1 of 3 rounds,2.0,,,,1
                """);
        assertThat(Files.readString(folder.path().resolve("table.md"))).startsWith("### Claims of the source\n\n| the");
    }

    /** 10 and 20 µs of a message are 100,000 and 50,000 messages a second of a processor. */
    @Test
    void machinesForARateAreExtrapolatedAndACostHasAColumn() throws IOException {
        StudyFolder folder = folder(FILE + "extrapolate: 1000000/s\n", Map.of("size", Set.of("1")));
        Map<String, Double> measures = Map.of(
                "sent-rate", 5.0,
                "broker-cpu-per-message", 10_000.0,
                "worker-cpu-per-message", 20_000.0,
                "cost-per-million", 0.0025);
        folder.add(StudyFolderTest.trial(folder.planned().get(0), "VALID", measures));

        assertThat(page(folder))
                .contains(
                        "<h2>Machines for 1,000,000 messages a second, extrapolated</h2>",
                        "<td>100,000</td><td>50,000</td><td>10</td><td>20</td><td>10 + 20</td>",
                        "<th>cost of a million messages</th>",
                        "<td>0.0025</td>");
    }

    @Test
    void reasonsToDoubtAreCountedAndTheirCausesLinked() throws IOException {
        StudyFolder folder = folder(FILE, Map.of());
        List<StudyPlan.Planned> planned = folder.planned();
        folder.add(trial(
                planned.get(0), "SUSPECT", told("send-delay", "it was late"), told("few-samples", "there were few")));
        folder.add(trial(planned.get(1), "SUSPECT", told("send-delay", "it was late; lower --rate")));
        folder.add(trial(planned.get(2), "VALID"));
        folder.add(StudyFolderTest.failed(planned.get(3), "broker out of memory"));

        assertThat(page(folder))
                .contains(
                        "<p class=\"warn\">4 runs: 1 VALID, 2 SUSPECT, 1 failed. Reasons: send-delay in 2, few-samples in 1."
                                + " <a href=\"#findings\">Findings</a> has the causes and the remedies.</p>",
                        "<p class=\"warn\">This study is not finished. <code>dyno study --resume " + folder.path()
                                + "</code> runs the other trials.</p>",
                        "<code>dyno explain send-delay few-samples</code>");
    }

    @Test
    void settingsInPlaceOfTheStudysAreSaidWithoutSecrets() throws IOException {
        StudyFile file = StudyFile.of("grid.yaml", FILE, false)
                .with(0, Map.of("workload.processors", "0", "driver.password", "w0rd"));
        StudyFolder folder = StudyFolder.create(studies, BEGUN, file, false, Map.of());

        assertThat(page(folder))
                .contains("workload.processors=0", "<p class=\"muted\">With other settings in all cells: ")
                .doesNotContain("w0rd");
    }

    /** Nothing was run of the others: a column of dashes says nothing. */
    @Test
    void aPivotHasNoColumnForAValueThatWasLeftOut() throws IOException {
        StudyFolder folder = folder(FILE, Map.of("size", Set.of("1", "100")));
        addAll(folder);

        assertThat(page(folder))
                .contains("<th>broker</th><th>1</th><th>100</th></tr>")
                .doesNotContain("<th>10</th>");
    }

    /** The first six of more than nine; the files have all of them, in their own size. */
    @Test
    void manyChartsAreFoldedAfterTheFirst() throws IOException {
        StudyFolder folder =
                folder(FILE.replace("values: [1, 10, 100]", "values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"), Map.of());
        addAll(folder);

        String page = page(folder);
        String shown = page.substring(0, page.indexOf("<summary>4 more charts</summary>"));
        assertThat(shown.split("<svg ", -1)).hasSize(1 + 6);
        assertThat(page.split("<svg ", -1)).hasSize(1 + 10);
        assertThat(Files.readString(folder.path().resolve("charts/rate-size-1.svg")))
                .contains("width=\"960\"");
    }

    private static void addAll(StudyFolder folder) throws IOException {
        for (StudyPlan.Planned planned : folder.planned()) {
            folder.add(trial(planned, "VALID"));
        }
    }
}
