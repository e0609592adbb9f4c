package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Finding;
import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyFolder;
import dev.dyno.report.study.StudyOutput;
import dev.dyno.report.study.StudyPlan;
import dev.dyno.report.study.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of a study and of a comparison: in light and dark, on a telephone and on paper. */
class PageWithoutScriptTest extends PageTest {

    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");

    /** With more columns than a sheet of paper has room for, and words that nothing may cut. */
    private static final String STUDY = """
            name: grid
            title: Brokers by their limits
            workloads: { w: { producers: { to: queue://q } } }
            axes:
              broker: { settings: { artemis: { broker: artemis }, rabbitmq: { broker: rabbitmq } } }
              local-limit: { set: workload.seed, values: [1001000, 4004000] }
            charts: { kind: bars, title: Acknowledged messages a second by their local limits, x: local-limit, y: sent-rate, each: broker }
            table: [sent-rate, received-rate, send-delay-p50, send-delay-p99, response-p50, response-p99, response-p99.9, end-to-end-p50,
                    end-to-end-p99, end-to-end-p99.9, broker-heap-max, broker-rss-max, lost]
            claims:
              - says: The limit changes nothing
                holds: sent-rate of artemis 1001000 / sent-rate of artemis 4004000 = 1 within 5%
            """;

    @TempDir
    private static Path folder = Path.of("");

    private static Path study = Path.of("");
    private static Path comparison = Path.of("");

    @BeforeAll
    static void write() throws IOException {
        StudyFile file = StudyFile.of("grid.yaml", STUDY, false);
        StudyFolder written = StudyFolder.create(folder, Instant.parse("2026-11-21T16:00:00Z"), file, false, Map.of());
        Finding late = Finding.of(
                Finding.Level.SUSPECT,
                "send-delay",
                "it was late; give it more --threads, or --workers, or lower --rate");
        Map<String, Double> measures = Map.of("sent-rate", 12_345.0, "response-p99", 1e6, "broker-heap-max", 250e6);
        Trial.StepResult step = new Trial.StepResult(
                "w", Optional.empty(), true, Trial.StepResult.OK, "SUSPECT", List.of(late), measures);
        for (StudyPlan.Planned planned : written.planned()) {
            written.add(new Trial(planned.cell().values(), planned.round(), 10, List.of(step)));
        }
        StudyOutput.write(written);
        study = written.path().resolve(StudyOutput.REPORT);
        comparison = folder.resolve("comparison.html");
        DynoCommand.run(
                JVM,
                "compare",
                "--with-invalid",
                "--html",
                comparison.toString(),
                StalledRun.store(folder.resolve("stalled")).toString(),
                StalledRun.storeSteady(folder.resolve("steady")).toString());
    }

    private void show(String name) {
        openWithoutScript(name.equals("study") ? study : comparison);
    }

    @ParameterizedTest
    @CsvSource({"study, false", "study, true", "comparison, false", "comparison, true"})
    void textStandsOutInLightAndInDark(String name, boolean dark) {
        browser().scheme(dark);
        show(name);
        assertThat(isDark()).isEqualTo(dark);
        assertThat(texts("return asks.faint()")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"study", "comparison"})
    void onATelephoneNothingIsWiderThanTheScreenAndChartsCanBeRead(String name) {
        browser().size(390, 844);
        show(name);
        assertThat(number("return document.scrollingElement.scrollWidth")).isEqualTo(390);
        assertThat(texts("return asks.wide(390)")).isEmpty();
        assertThat(number("return Math.min(...[...document.querySelectorAll('figure svg')].filter(asks.visible)"
                        + ".map((svg) => 11 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width))"))
                .as("pixels of the words of a chart")
                .isGreaterThan(7);
    }

    /** The answer is what a reader came for. */
    @ParameterizedTest
    @ValueSource(strings = {"study", "comparison"})
    void theFirstScreenOfATelephoneHasTheAnswer(String name) {
        browser().size(390, 844);
        show(name);
        assertThat(
                        number(
                                "return Math.max(...[...document.querySelectorAll('.answer, .claims tr')].map((e) => e.getBoundingClientRect().bottom))"))
                .isBetween(100.0, 844.0);
    }

    /** Beside the figure, not behind five columns of numbers. */
    @Test
    void theVerdictOfAFigureIsOnATelephoneWithoutScrolling() {
        browser().size(390, 844);
        show("comparison");
        assertThat(allWords(".compared th").subList(0, 3)).containsExactly("figure", "verdict", "change");
        assertThat(
                        number(
                                "return Math.max(...[...document.querySelectorAll('.compared tr > :nth-child(3)')].map((e) => e.getBoundingClientRect().right))"))
                .isLessThan(390);
    }

    @Test
    void aTableThatContinuesCanBeScrolledToItsLastColumn() {
        browser().size(390, 844);
        show("study");
        tell("document.querySelectorAll('.wide').forEach((e) => { e.scrollLeft = e.scrollWidth; })");
        assertThat(
                        number(
                                "return Math.max(...[...document.querySelectorAll('.trials tr > :last-child')].map((e) => e.getBoundingClientRect().right))"))
                .isLessThanOrEqualTo(390);
    }

    @Test
    void optionsDoNotBreakAfterTheirHyphens() {
        show("study");
        assertThat(allWords(".option")).contains("--threads", "--workers", "--rate");
        assertThat(text("return getComputedStyle(document.querySelector('.option')).whiteSpace"))
                .isEqualTo("nowrap");
    }

    @Test
    void linesOfAComparisonAreCalledAsItsSides() {
        show("comparison");
        assertThat(
                        texts(
                                "return [...document.querySelector('figure svg').querySelectorAll('text')].map((e) => e.textContent)"))
                // A part of the one that stalls is known by bounds only.
                .contains("A, at least", "B");
    }

    /** A word is looked for as it is: one that is broken over lines is not found. */
    @Test
    void aTableOfManyColumnsIsPrintedOnItsSideWithWholeWords() throws IOException {
        show("study");
        try (PDDocument document = printed()) {
            PDFTextStripper words = new PDFTextStripper();
            int table = 0;
            for (int page = 1; page <= document.getNumberOfPages(); page++) {
                words.setStartPage(page);
                words.setEndPage(page);
                String text = words.getText(document);
                if (text.contains("Table") && text.contains("outcome")) {
                    table++;
                    assertThat(text).contains("artemis", "rabbitmq", "1001000", "4004000", "12,345", "SUSPECT");
                    assertThat(document.getPage(page - 1).getMediaBox().getWidth())
                            .isGreaterThan(
                                    document.getPage(page - 1).getMediaBox().getHeight());
                }
            }
            assertThat(table).isEqualTo(1);
        }
    }

    @Test
    void paperHasWhatTheScreenFolds() throws IOException {
        show("comparison");
        try (PDDocument document = printed()) {
            assertThat(new PDFTextStripper().getText(document).replaceAll("\\s+", " "))
                    .contains("No call on B against A: ", "Reading this table", "Percentiles are those of", "Runs");
        }
    }

    private static PDDocument printed() throws IOException {
        String base64 = String.valueOf(browser()
                .command("Page.printToPDF", Map.of("preferCSSPageSize", true))
                .get("data"));
        return Loader.loadPDF(Base64.getDecoder().decode(base64));
    }
}
