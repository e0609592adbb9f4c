package dev.dyno.report.compare;

import static dev.dyno.report.compare.Stored.run;
import static dev.dyno.report.compare.Stored.side;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Latency;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonAnswerTest {

    private static final Set<Figure> TWO = Set.of(Figures.RATE, Figures.P50);

    private static ComparisonReport compared(Set<Figure> figures, Map<Figure, Double> margins, Side a, Side b) {
        DecisionRule rule = DecisionRule.of(figures, margins, DecisionRule.CONFIDENCE);
        return ComparisonReport.ofStored(a, b, false, Optional.of(Latency.RESPONSE), rule, false, false);
    }

    private static Side slow() {
        return side("A", "a1 1000, a2 1001 1.001, a3 999 0.999");
    }

    private static Side fast() {
        return side("B", "b1 2000 0.5, b2 2002 0.5005, b3 1998 0.4995");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            b1 2000 0.5, b2 2002 0.5005, b3 1998 0.4995 | better in rate (+100 %), p50 (-50.0 %)
            b1 500 2, b2 500 2.002, b3 499 1.998        | worse in rate (-50.0 %), p50 (+100 %)
            b1 1000, b2 1001 1.001, b3 999 0.999        | equivalent in rate, p50
            b1 1000 1.4, b2 2000 0.6, b3 700            | inconclusive in rate, p50
            b1 2000 1.4, b2 2002 0.6, b3 1998           | better in rate (+100 %); inconclusive in p50
            """)
    void eachFigureIsNamedByItsCallAndADifferenceWithItsChange(String runs, String calls) {
        assertThat(compared(TWO, Map.of(), slow(), side("B", runs)).answer()).isEqualTo("B against A: " + calls + ".");
    }

    /** In this order, whatever the words are: differences first, and the figures of a call as the table has them. */
    @Test
    void mixedFiguresStandByTheirCallsDifferencesFirst() {
        Side mixed = side("B", "b1 2000 1.6, b2 2002 1.602, b3 1998 1.598");

        assertThat(compared(
                                Set.of(Figures.RATE, Figures.P50, Figures.P99, Figures.CLIENT_CPU),
                                Map.of(Figures.P99, 1.0),
                                slow(),
                                mixed)
                        .answer())
                .isEqualTo("B against A: better in rate (+100 %); worse in p50 (+60.1 %); equivalent in p99,"
                        + " worker-cpu-per-message.");
    }

    @Test
    void theReasonForNoCallStandsInTheAnswerAndNotAgainBelow(@TempDir Path folder) throws Exception {
        ComparisonReport report = compared(TWO, Map.of(), side("A", run("a1", 1000, 1)), side("B", run("b1", 2000, 1)));

        assertThat(report.answer())
                .startsWith("No call on B against A: fewer than three runs of a side do not show how much")
                .endsWith("A B A B A B.");
        assertThat(page(folder, report))
                .containsOnlyOnce("fewer than three runs of a side")
                .doesNotContain("No call:");
    }

    /** The row of a figure has the colour of its call, also where a side is called as a call is. */
    @Test
    void rowsOfThePageAreMarkedByTheirCalls(@TempDir Path folder) throws Exception {
        Side mixed = new Side(
                "worse",
                "",
                side("B", "b1 2000 1.6, b2 2002 1.602, b3 1998 1.598").runs());

        assertThat(page(folder, compared(TWO, Map.of(), slow(), mixed)))
                .contains("<p class=\"answer\">worse against A: better in rate (+100 %); worse in p50 (+60.1 %).</p>")
                .contains("<tr class=\"better\"><td>rate</td>", "<tr class=\"worse\"><td>p50</td>");
    }

    /** Points for the pairs, and the mean with its interval. */
    @Test
    void eachFigureOfPairsHasAChartOfTheirDifferences(@TempDir Path folder) throws Exception {
        ComparisonReport report = ComparisonReport.ofStored(
                slow(),
                side("B", run("b1", 2000, 0.5).at(1), run("b2", 2002, 0.5005), run("b3", 1998, 0.4995)),
                true,
                Optional.of(Latency.RESPONSE),
                DecisionRule.of(TWO, Map.of(), DecisionRule.CONFIDENCE),
                false,
                false);

        assertThat(report.design()).isInstanceOf(Design.Pairs.class);
        assertThat(page(folder, report))
                .contains(
                        "<h2>Difference of each pair</h2>", "rate, change of B against A", "p50, change of B against A")
                .contains(">lower end</text>", ">upper end</text>", ">each pair</text>");
        assertThat(page(folder, compared(TWO, Map.of(), slow(), fast()))).doesNotContain("Difference of each pair");
    }

    private static String page(Path folder, ComparisonReport report) throws Exception {
        Path file = folder.resolve("page.html");
        ComparisonPage.write(file, "A and B compared", Map.of("", report));
        return Files.readString(file);
    }
}
