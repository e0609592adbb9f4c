package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** A page in use: by mouse and keyboard, in light and dark, on a telephone and on paper. */
class PageUseTest extends PageTest {

    /** At the same instant: each chart shows what it has nearest to it, as those of resources have instants of their own. */
    @Test
    void mouseOverOneChartMovesTheCursorOfAll() {
        open("paused");
        hover(0.5);
        List<String> cursors = texts("return asks.cursors()");
        assertThat(cursors).hasSizeGreaterThan(10).doesNotContain("null");
        assertThat(texts("return asks.farCursors(asks.chartOf('Rate'))")).isEmpty();
        assertThat(texts("return asks.overTime().map((c) => c.at.textContent)"))
                .allSatisfy(at -> assertThat(at).startsWith("at "));
        assertThat(text("return asks.chartOf('Rate').legend.querySelector('.value').textContent"))
                .matches("[0-9,]+(\\.[0-9]+)?");
    }

    /** @param share of the width of the first chart */
    private static void hover(double share) {
        WebElement chart = rate();
        int half = chart.getSize().getWidth() / 2;
        browser()
                .hands()
                .moveToElement(chart, (int) (2 * half * share) - half, 0)
                .perform();
    }

    private static WebElement rate() {
        return browser()
                .ask(
                        WebElement.class,
                        "const over = asks.chartOf('Rate').plot.over; over.scrollIntoView({ block: 'center' }); return over;");
    }

    @Test
    void dragZoomsAllChartsAndDoubleClickShowsAllAgain() {
        open("paused");
        assertThat(texts("return asks.ranges()")).hasSize(1);
        String all = text("return asks.ranges()[0]");
        int quarter = rate().getSize().getWidth() / 4;
        browser()
                .hands()
                .moveToElement(rate(), -quarter, 0)
                .clickAndHold()
                .moveByOffset(quarter, 0)
                .moveByOffset(quarter, 0)
                .release()
                .perform();
        List<String> zoomed = texts("return asks.ranges()");
        assertThat(zoomed).hasSize(1).doesNotContain(all);
        String[] span = zoomed.get(0).split(" to ", -1);
        String[] whole = all.split(" to ", -1);
        assertThat((Double.parseDouble(span[1]) - Double.parseDouble(span[0]))
                        / (Double.parseDouble(whole[1]) - Double.parseDouble(whole[0])))
                .isCloseTo(0.5, within(0.05));
        browser().hands().moveToElement(rate()).doubleClick().perform();
        assertThat(texts("return asks.ranges()")).containsExactly(all);
    }

    @Test
    void everyControlIsReachedWithTheKeyboardAndShowsThatItIs() {
        open("paused");
        List<String> expected = texts("return asks.controls().map(asks.describe)");
        List<String> reached = new ArrayList<>();
        List<String> unmarked = new ArrayList<>();
        // Regions that scroll are stops, too.
        for (int i = 0; i < 3 * expected.size(); i++) {
            browser().hands().sendKeys(Keys.TAB).perform();
            List<String> focus = texts("return asks.focus()");
            if (focus.get(3).equals("false")) {
                break;
            }
            if (focus.get(1).equals("true")) {
                reached.add(focus.get(0));
            }
            if (focus.get(2).equals("false")) {
                unmarked.add(focus.get(0));
            }
        }
        assertThat(reached).containsExactlyElementsOf(expected);
        assertThat(unmarked).isEmpty();
    }

    @Test
    void arrowKeysMoveTheCursorOfAllChartsAndSayWhatIsThere() {
        open("paused");
        tell("asks.chartOf('Rate').figure.focus()");
        browser().hands().sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT).perform();
        double second = Double.parseDouble(texts("return asks.cursors()").get(0));
        browser().hands().sendKeys(Keys.ARROW_RIGHT).perform();
        List<String> third = texts("return asks.cursors()");
        assertThat(Double.parseDouble(third.get(0)) - second).isCloseTo(1, within(0.05));
        assertThat(third).doesNotContain("null");
        assertThat(words("[aria-live]"))
                .matches("2.5.s: sent [0-9,.]+, acknowledged [0-9,.]+, received [0-9,.]+, asked 400");

        String all = text("return asks.ranges()[0]");
        browser().hands().sendKeys("+").perform();
        assertThat(texts("return asks.ranges()")).hasSize(1).doesNotContain(all);
        browser().hands().sendKeys(Keys.ESCAPE).perform();
        assertThat(texts("return asks.ranges()")).containsExactly(all);
        assertThat(new HashSet<>(texts("return asks.cursors()"))).containsExactly("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"paused", "several"})
    void everythingThatTakesTheFocusHasAName(String name) {
        open(name);
        assertThat(browser().nameless()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"paused, false", "paused, true", "several, false", "several, true", "failed, true"})
    void textAndLinesStandOutInLightAndInDark(String name, boolean dark) {
        browser().scheme(dark);
        open(name);
        assertThat(isDark()).isEqualTo(dark);
        assertThat(texts("return asks.faint()")).isEmpty();
        assertThat(texts("return asks.faintLines()")).isEmpty();
        assertThat(texts("return asks.poor()")).isEmpty();
    }

    @Test
    void buttonChangesBetweenLightAndDarkAndChartsFollow() {
        open("stalled");
        tell("[...document.querySelectorAll('.toolbar button')].at(-1).click()");
        assertThat(isDark()).isTrue();
        assertThat(texts("return asks.faint()")).isEmpty();
        assertThat(texts("asks.charts().forEach((c) => c.draw()); return asks.later(asks.poor)"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"paused, 390", "paused, 320", "several, 390", "failed, 390", "consumers, 390"})
    void onATelephoneNothingIsWiderThanTheScreen(String name, int width) {
        browser().size(width, 844);
        open(name);
        assertThat(number("return innerWidth")).isEqualTo(width);
        assertThat(number("return document.scrollingElement.scrollWidth")).isEqualTo(width);
        assertThat(texts("return asks.wide(arguments[0])", width)).isEmpty();
        assertThat(texts("return asks.poor()")).isEmpty();
    }

    /** Between two gaps there is no line. */
    @Test
    void valueThatStandsAloneIsADot() {
        open("paused");
        double nothing = number("return asks.drawn([null, null, null, null, null, null])");
        double one = number("return asks.drawn([null, null, 3, null, null, null])");
        double two = number("return asks.drawn([null, 3, null, 3, null, null])");
        assertThat(nothing).isZero();
        assertThat(one).isBetween(10.0, 60.0);
        assertThat(two).isBetween(1.5 * one, 2.5 * one);
    }

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
