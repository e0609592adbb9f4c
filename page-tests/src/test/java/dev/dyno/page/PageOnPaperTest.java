package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page that is printed. */
class PageOnPaperTest extends PageTest {

    @ParameterizedTest
    @ValueSource(strings = {"paused", "several"})
    void printHasVerdictAndChartsOnWhitePaper(String name) throws IOException {
        browser().scheme(true);
        open(name);
        List<String> titles = titles();
        tell(
                "asks.charts().forEach((c, i) => { c.canvas.style.borderRight = '12px solid rgb(255, 255, ' + (arguments[0] - i) + ')'; })",
                Paper.FIRST_BLUE);
        String base64 = String.valueOf(browser()
                .command("Page.printToPDF", Map.of("preferCSSPageSize", true))
                .get("data"));
        try (PDDocument document = Loader.loadPDF(Base64.getDecoder().decode(base64))) {
            String text = new PDFTextStripper().getText(document).replaceAll("\\s+", " ");
            assertThat(text).contains("Dyno report", "Notes", "Ledger", "Semantics card");
            assertThat(text).containsPattern("(VALID( to p[0-9.]+)?|SUSPECT|INVALID): .*(The numbers|Read the|Do not)");
            assertThat(titles).allSatisfy(title -> assertThat(text).contains(title));
            assertThat(text).doesNotContain("Drag to choose", "Light or dark");
            assertThat(Paper.coloured(document, titles.size()))
                    .hasSize(titles.size())
                    .satisfies(inked -> assertThat(IntStream.of(inked).boxed())
                            .allSatisfy(pixels -> assertThat(pixels).isGreaterThan(20)));
        }
        // Afterwards it is on the screen again, as it was.
        assertThat(isDark()).isTrue();
        assertThat(texts("return asks.poor()")).isEmpty();
    }

    /** The medium alone, to see what the sheet of paper would hide. */
    @Test
    void nothingThatIsReadIsHiddenOnPaper() {
        open("paused");
        browser().paper();
        assertThat(texts(
                        "return [...document.querySelectorAll('header, .verdict, .findings, .tiles, figure.chart, table:not(details table)')]"
                                + ".filter((e) => !asks.visible(e)).map(asks.describe)"))
                .isEmpty();
        assertThat(
                        texts(
                                "return [...document.querySelectorAll('.toolbar, .hint')].filter(asks.visible).map(asks.describe)"))
                .isEmpty();
    }
}
