package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The page of a load in progress, in Chromium. */
class LivePageTest extends ServedPageTest {

    @Test
    void chartsGrowWhileTheLoadContinuesAndNothingIsLostByAReload() throws IOException {
        DynoCommand load = load("--duration 60 queue://<i>A</i>");
        String url = open(load);
        await(3);

        assertThat(browser.texts("return asks.charts().map(asks.titleOf)"))
                .contains("Rate", "End-to-end, heat map", "End-to-end by percentile", "Backlog", "CPU");
        assertThat(browser.texts("return asks.poor()")).isEmpty();
        assertThat(browser.allWords(".tiles dt"))
                .contains("Asked", "Sent", "Acknowledged", "Received", "Backlog", "End-to-end, p99");
        assertThat(browser.words(".tiles dd")).isEqualTo("400/s");
        assertThat(browser.words(".verdict .answer")).contains(" so far");
        // A name is data.
        assertThat(browser.words(".facts")).contains("<i>A</i>");
        assertThat(browser.number("return document.querySelectorAll('i').length"))
                .isZero();

        // Counts come ten times a second.
        browser.tell("performance.clearResourceTimings()");
        await(seconds() + 3);
        assertThat(browser.number("return performance.getEntriesByType('resource').length"))
                .isGreaterThan(12);
        assertThat(browser.nameless()).isEmpty();
        assertThat(browser.texts("return asks.faint()")).isEmpty();

        // The focus stays where it is while charts grow.
        browser.tell("asks.chartOf('Rate').figure.focus()");
        int before = seconds();
        await(before + 2);
        assertThat(browser.text("return document.activeElement.querySelector('strong').textContent"))
                .isEqualTo("Rate");
        assertThat(browser.number("return asks.chartOf('Rate').plot.data[0].length"))
                .isEqualTo(seconds());

        browser.open(url);
        await(before + 2);
        assertThat(browser.texts("return dyno.model.data.runs[0].intervals.startS.slice(0, 3)"))
                .containsExactly("0", "1", "2");
        assertThat(browser.console()).isEmpty();
        assertThat(browser.requests()).isNotEmpty().allSatisfy(asked -> assertThat(asked)
                .startsWith(url));
        load.interrupt();
        load.end(0, 4);
    }

    @Test
    void lightDarkAndTelephoneCanBeRead() {
        DynoCommand load = load("--duration 60 queue://C");
        browser.size(390, 844);
        browser.scheme(true);
        open(load);
        await(3);
        assertThat(browser.number("return document.scrollingElement.scrollWidth"))
                .isEqualTo(390);
        assertThat(browser.texts("return asks.wide(390)")).isEmpty();
        assertThat(browser.texts("return asks.faint()")).isEmpty();
        browser.scheme(false);
        browser.size(0, 0);
        assertThat(browser.texts("return asks.later(asks.faint)")).isEmpty();
        assertThat(browser.nameless()).isEmpty();
        load.interrupt();
        load.end(0, 4);
    }
}
