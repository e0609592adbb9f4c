package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertThat(number("return asks.chartOf('Rate').spec.series[0].x.length"))
                .isEqualTo((double) intervals);
        assertThat(texts("return asks.chartOf('CPU').spec.series.map((s) => s.label)"))
                .contains("broker", "load generator", "host");
        assertThat(words("section:has(> #faults)")).contains("pause");
        assertThat(number("return asks.chartOf('Rate').spec.marks.outages.length"))
                .isEqualTo(1);
        assertThat(text("return [...document.querySelectorAll('tr')].map((row) => row.textContent)"
                        + ".find((text) => text.startsWith('Idle wake-up')) || ''"))
                .matches("Idle wake-upof this machine, in the second before the load––[0-9.]+.(µs|ms).*");
    }

    /** As the packed runs of a published study: their page has the content of the other files. */
    @ParameterizedTest
    @CsvSource({"latency.hdr, 3", "intervals.jsonl, 0"})
    void runThatLacksAFileHasThePageOfTheOthers(String missing, int lines, @TempDir Path folder) throws IOException {
        for (String file : List.of("run.json", "intervals.jsonl", "latency.hdr", "resources.jsonl")) {
            if (!file.equals(missing)) {
                Files.copy(pages.runs().paused().resolve(file), folder.resolve(file));
            }
        }
        open(Runs.page(folder.resolve("page.html"), folder));
        assertThat(titles())
                .contains("All latencies", "End-to-end by percentile", "CPU")
                .noneMatch(title -> title.endsWith("heat map"));
        assertThat(number("return asks.chartOf('Rate').spec.series.filter((s) => s.label !== 'asked').length"))
                .isEqualTo(lines);
        assertThat(number("return asks.chartOf('All latencies').spec.series.length"))
                .isGreaterThan(3);
        assertThat(tile("End-to-end, p99")).doesNotStartWith("–");
        tell("dyno.desk.zoom({ spec: { time: true } }, 2, 4)");
        assertThat(allWords(".span th")).contains("Messages").doesNotContain("Latency");
    }

    /** From 3.495 s of the load on the broker answers none of 400 a second, and 100 may be unanswered. */
    @Test
    void whatIsOnlyKnownToBeAtLeastSoLongIsWrittenSo() {
        open("stalled");
        assertThat(tile("Not served")).isEqualTo("12.6 % 102 unsent, 100 unacknowledged, 100 undelivered of 1,600 due");
        assertThat(tile("End-to-end, p99")).startsWith("≥ 965 ms p50 200 µs, p90 ≥ 208 ms, p99.9 ");
        assertThat(texts("return asks.chartOf('All latencies').spec.series.map((s) => s.label)"))
                .contains("Response, at least", "Own delay");
        // Own delays of some nanoseconds do not take half of the chart.
        assertThat(browser().number("return asks.chartOf('All latencies').plot.scales.y.min"))
                .isBetween(1e3, 1e5);
    }

    /** Fewer than ten of 1,600 messages lie beyond the p99.9. */
    @Test
    void aMarkedFigureIsGreyAndItsCellSaysWhy() {
        open("paused");
        String cell = "document.querySelector('td .marked[title^=\"few: \"]')";
        assertThat(text("return " + cell + ".title")).matches("few: [0-9] messages? lies? beyond it, fewer than 10");
        assertThat(text("return " + cell + ".textContent")).matches("[~≥].*few");
        assertThat(text("return getComputedStyle(" + cell + ").color"))
                .isEqualTo(text("return getComputedStyle(document.querySelector('.muted')).color"));
    }

    @Test
    void metricsThatNoChartIsAboutAreDrawnWhenTheyAreOpened() {
        open("paused");
        browser()
                .tell("const series = dyno.model.data.runs[0].resourceSeries[0];"
                        + " series.metrics.other_total = series.startS.map((s, i) => i);"
                        + " document.querySelector('.toolbar select').dispatchEvent(new Event('change'));"
                        + " document.querySelector('details.more').open = true;");
        browser().await("document.querySelector('details.more figure')");
        assertThat(browser().texts("return asks.poor()")).isEmpty();
    }

    @Test
    void firstScreenAnswersInOneSentenceAndAFewFigures() {
        open("paused");
        assertThat(allWords(".tiles dt"))
                .startsWith("Rate", "Response, p99", "End-to-end, p99")
                .contains("Lost", "Broker CPU")
                .hasSizeBetween(7, 9);
        assertThat(tile("Rate"))
                .matches("[0-9]+/s 400/s asked, .*received.*, 1,[56][0-9]{2} messages, [34][0-9]{2} KiB/s");
        assertThat(words(".answer").replace('\u00a0', ' '))
                // A pause of a second leaves a gap of about the second from which on it is an outage. Nobody held a
                // rate in it.
                .matches(
                        "[✓!✕](VALID.*|SUSPECT|INVALID): 400/s asked for( and not held)?: .*/s.*; response .* at p50 and .* at p99"
                                + "(; an outage of [0-9.]+ s at 00:0[0-9])?; nothing lost(; limited by .*)?\\.");
        assertThat(words(".command")).startsWith("dyno client ");
        assertThat(allWords("dt, thead th, figcaption, .legend button"))
                .noneMatch(text -> text.matches(".*([0-9]th\\b|(50|9[059]|99[.]9+) %|[Mm]edian).*"));
    }

    private String tile(String label) {
        return text("return [...document.querySelectorAll('.tiles > div')].filter((d) => d.firstChild.textContent === '"
                        + label
                        + "').map((d) => [...d.querySelectorAll('dd')].map((x) => x.textContent).join(' ')).join()")
                .replace('\u00a0', ' ');
    }
}
