package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.WebElement;

/** A page in use: by mouse, in light and dark, on a telephone. */
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

    /** Its cells are drawn again in the colours of the other scheme, and are read by this scale; on paper, too. */
    @Test
    void scaleOfAHeatMapFollowsTheSystem() {
        open("paused");
        String light = scaleOfHeat();
        browser().scheme(true);
        assertThat(scaleOfHeat()).contains("rgb(29, 43, 58)").isNotEqualTo(light);
    }

    private static String scaleOfHeat() {
        return text("return getComputedStyle(document.querySelector('.ramp')).backgroundImage");
    }

    @ParameterizedTest
    @CsvSource({"paused, 390", "paused, 320", "several, 390", "failed, 390"})
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
}
