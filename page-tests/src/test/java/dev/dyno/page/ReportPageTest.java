package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The contents of a page, for runs of each kind. */
class ReportPageTest extends PageTest {

    @Test
    void runOnABrokerOfOurOwnHasAllCharts() throws IOException {
        open("paused");
        assertThat(titles())
                .containsSubsequence(
                        "Rate",
                        "All latencies",
                        "End-to-end, heat map",
                        "End-to-end by percentile",
                        "Send delay",
                        "Backlog",
                        "CPU",
                        "Busiest core and thread",
                        "Resident memory (RSS)",
                        "Address space (VSS)",
                        "Heap",
                        "Garbage collection",
                        "Threads and files",
                        "Run queue");
        long intervals;
        try (var lines = Files.lines(pages.runs().paused().resolve("intervals.jsonl"))) {
            intervals = lines.count();
        }
        assertThat(browser().number("return asks.chartOf('Rate').spec.series[0].x.length"))
                .isEqualTo((double) intervals);
        assertThat(browser().texts("return asks.chartOf('CPU').spec.series.map((s) => s.label)"))
                .contains("broker", "load generator", "host");
        assertThat(browser().text("return document.querySelector('section:has(> #faults)').textContent"))
                .contains("pause");
        assertThat(browser().number("return asks.chartOf('Rate').spec.marks.outages.length"))
                .isEqualTo(1);
    }

    @Test
    void failedRunSaysWhyAndShowsWhatThereWas() {
        open("failed");
        assertThat(browser().text("return document.querySelector('.verdict').textContent"))
                .contains("INVALID");
        assertThat(browser().text("return document.querySelector('.verdict li').textContent"))
                .containsIgnoringCase("failed");
        assertThat(titles()).contains("Rate", "End-to-end by percentile", "CPU");
    }

    /** From 3.495 s of the load on the broker answers none of 400 a second, and 100 may be unanswered. */
    @Test
    void whatIsOnlyKnownToBeAtLeastSoLongIsWrittenSo() {
        open("stalled");
        assertThat(tile("Not served")).isEqualTo("12.6 % 102 unsent, 100 unacknowledged, 100 undelivered of 1,600 due");
        assertThat(tile("End-to-end, p99")).isEqualTo("≥ 965 ms p90: ≥ 208 ms");
        assertThat(tile("End-to-end, p50")).isEqualTo("200 µs intended to received");
        assertThat(browser().texts("return asks.chartOf('All latencies').spec.series.map((s) => s.label)"))
                .contains("Response, at least", "Own delay");
    }

    @Test
    void firstScreenSaysWhatWasAskedAndWhatCameOfIt() {
        open("paused");
        assertThat(
                        browser()
                                .texts(
                                        "return [...document.querySelectorAll('.tiles dt')].slice(0, 4).map((t) => t.textContent)"))
                .containsExactly("Asked", "Sent", "Acknowledged", "Received");
        assertThat(tile("Asked")).startsWith("400/s 1,600 messages due");
        assertThat(browser()
                        .text("return document.querySelector('.answer').textContent")
                        .replace('\u00a0', ' '))
                // A pause of a second leaves a gap of about the second from which on it is an outage.
                .matches(
                        "The 400/s that were asked for were (not )?held: [0-9.,]+/s sent, .*/s received\\."
                                + " The response was .* at p50, .* at p99 and .* at most(, with an outage of [0-9.]+ s at 00:0[0-9])?\\.");
        assertThat(browser().text("return document.querySelector('.command').textContent"))
                .startsWith("dyno client ");
        assertThat(
                        browser()
                                .texts(
                                        "return [...document.querySelectorAll('dt, thead th, figcaption, .legend button')].map((e) => e.textContent)"))
                .noneMatch(text -> text.matches(".*([0-9]th\\b|(50|9[059]|99[.]9+) %|[Mm]edian).*"));
    }

    private String tile(String label) {
        return browser()
                .text(
                        "return [...document.querySelectorAll('.tiles > div')].filter((d) => d.firstChild.textContent === '"
                                + label
                                + "').map((d) => [...d.querySelectorAll('dd')].map((x) => x.textContent).join(' ')).join()")
                .replace('\u00a0', ' ');
    }
}
