package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** A page in use by the keyboard alone. */
class PageByKeyboardTest extends PageTest {

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
}
