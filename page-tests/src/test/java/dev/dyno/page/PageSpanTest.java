package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/**
 * A chosen span of time, of {@link KnownRun}. A value is the middle of its bucket, 10^(1/128) = 1.018 times the lower end, but at
 * most the largest one of the span; 10 and 100 ms are lower ends of buckets.
 */
class PageSpanTest extends PageTest {

    private static Path page = Path.of("");

    @BeforeAll
    static void store() throws IOException {
        Path run = KnownRun.store(pages.folder().resolve("known"), 1);
        page = Runs.page(pages.folder().resolve("known.html"), run);
    }

    /** Types a span, as with a keyboard. */
    private static void choose(String from, String to) {
        List.of(from, to).forEach(text -> {
            WebElement field = browser()
                    .ask(
                            WebElement.class,
                            "return document.querySelectorAll('.toolbar input[type=number]')[arguments[0]]",
                            text.equals(from) ? 0 : 1);
            field.sendKeys(Keys.chord(Keys.CONTROL, "a"), text, Keys.TAB);
        });
    }

    private static List<String> cells(String row) {
        return texts(
                "return [...document.querySelectorAll('section.span tr')].filter((r) => r.firstChild.textContent === arguments[0])"
                        + ".flatMap((r) => [...r.children].slice(1).map((c) => c.textContent.replaceAll('\\u00a0', ' ')))",
                row);
    }

    private static boolean isHidden() {
        return browser().ask(Boolean.class, "return document.querySelector('section.span').hidden");
    }

    @Test
    void eachSecondHasItsOwnPercentiles() {
        open(page);
        choose("0", "1");
        assertThat(cells("Response")).containsExactly("100", "1 ms", "1 ms", "1 ms", "1 ms", "1 ms", "1 ms");
        choose("1", "2");
        assertThat(cells("Response")).containsExactly("300", "10 ms", "10 ms", "10 ms", "10 ms", "10 ms", "10 ms");
        assertThat(words("section.span h2")).isEqualTo("From 1\u00a0s to 2\u00a0s");
    }

    /** The 230th of 460 messages is one of 10 ms, the 414th one of 100 ms, and the 456th one without an end. */
    @Test
    void secondsTogetherHaveThePercentilesOfAllTheirMessages() {
        open(page);
        choose("0", "2.9");
        assertThat(cells("Response").subList(0, 4)).containsExactly("460", "10.2 ms", "102 ms", "≥ 2.00 s");
        choose("0", "2");
        assertThat(cells("Response")).containsExactly("400", "10 ms", "10 ms", "10 ms", "10 ms", "10 ms", "10 ms");
        assertThat(cells("sent")).containsExactly("420", "210/s");
        assertThat(cells("received")).containsExactly("400", "200/s");
        assertThat(cells("cpu")).containsExactly("1, most 1.50");
    }

    /** The 50th of 60 messages is the last one that ended: p50 is the 30th, p90 the 54th. */
    @Test
    void unfinishedMessagesMakeAPercentileABound() {
        open(page);
        choose("2", "3");
        assertThat(cells("Response").subList(0, 3)).containsExactly("60", "102 ms", "≥ 2.00 s");
        assertThat(cells("Response, all measured").get(0)).isEqualTo("460");
    }

    @Test
    void spanStaysWhenTheColoursChange() {
        open(page);
        choose("1", "2");
        tell(
                "[...document.querySelectorAll('.toolbar button')].find((b) => b.textContent === 'Light or dark').click()");
        assertThat(words("section.span h2")).isEqualTo("From 1\u00a0s to 2\u00a0s");
        assertThat(isHidden()).isFalse();
        assertThat(texts("return asks.ranges()")).containsExactly("1.000 to 2.000");
    }

    @Test
    void spanBeyondTheRunIsNone() {
        open(page);
        choose("5", "9");
        assertThat(isHidden()).isTrue();
        assertThat(texts("return asks.ranges()")).containsExactly("0.000 to 3.000");
    }

    @Test
    void dragChoosesASpanAndEscapeEndsIt() {
        open(page);
        assertThat(isHidden()).isTrue();
        WebElement chart = browser()
                .ask(
                        WebElement.class,
                        "const over = asks.chartOf('Rate').plot.over; over.scrollIntoView({ block: 'center' }); return over;");
        int tenth = chart.getSize().getWidth() / 10;
        browser()
                .hands()
                .moveToElement(chart, -4 * tenth, 0)
                .clickAndHold()
                .moveByOffset(3 * tenth, 0)
                .moveByOffset(2 * tenth, 0)
                .release()
                .perform();
        assertThat(isHidden()).isFalse();
        // From 0.3 to 1.8 s: the first two seconds are in it with most of their length.
        assertThat(cells("Response")).first().isEqualTo("400");
        assertThat(words("[aria-live]")).startsWith("From 0\u00a0s to 2\u00a0s: Response, 400, 10\u00a0ms");
        tell("asks.chartOf('Rate').figure.focus()");
        browser().hands().sendKeys(Keys.ESCAPE).perform();
        assertThat(isHidden()).isTrue();
    }
}
