package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void pageIsTheReportWhenTheRunHasEnded() throws IOException {
        DynoCommand load = load("--duration 4 queue://B");
        open(load);
        await(1);
        load.end(0, 4);

        browser.await("document.querySelector('.brand').textContent === 'Dyno report'");
        assertThat(browser.texts("return [...document.querySelectorAll('h2, summary')].map((e) => e.id)"))
                .contains("figures", "latencies", "ledger", "configuration");
        assertThat(browser.texts("return asks.poor()")).isEmpty();
        String stored = Files.readString(DynoCommand.runIn(runs).resolve("run.json"));
        assertThat(stored).contains("\"runId\" : \"" + browser.text("return dyno.model.data.runs[0].runId") + "\"");
        assertThat(browser.number("return document.querySelectorAll('.warn[role=status]').length"))
                .isZero();
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

    @Test
    void eachGroupHasARowOfItsLastSecond() throws IOException {
        Path file = Files.writeString(runs.resolve("shop.yaml"), """
                producers:
                  - { name: web, to: queue://ORDERS, rate: 300/s }
                  - { name: batch, to: queue://PRICES, rate: 500/s }
                consumers:
                  - { name: web, from: queue://ORDERS }
                  - { name: prices, from: queue://PRICES }
                phases: { warmup: 1s, measure: 1m, drain: 1s }
                """);
        String stored = runs.resolve("stored").toString();
        DynoCommand load = DynoCommand.start(JVM, "run", file.toString(), "--broker", "sim", "--ui", "--runs", stored);
        open(load);
        await(3);
        // A second may have a message of the next one.
        browser.await("/^web(29\\d|30\\d)\\/s(29\\d|30\\d)\\/s[\\d.]+.m?s[\\d.]+.m?s$/"
                + ".test(document.querySelector('[aria-labelledby=now] tbody tr').textContent)");
        assertThat(browser.allWords("[aria-labelledby=now] tbody th")).containsExactly("web", "batch", "prices");
        assertThat(browser.texts("return [...document.querySelectorAll('[aria-labelledby=now] tbody tr')]"
                        + ".map((row) => [row.children[3], row.children[4]].map((cell) => cell.textContent === '–'))"))
                .containsExactly("[false, false]", "[false, true]", "[true, false]");
        assertThat(browser.texts("return asks.faint()")).isEmpty();
        load.interrupt();
        load.end(0, 4);
    }

    @Test
    void nothingIsDueInTheDrain() {
        // A consumer that takes 100 of 400 messages a second.
        DynoCommand load = load("--duration 3 --think-time 10ms queue://E");
        open(load);
        browser.await("document.querySelector('header p.muted')?.textContent.startsWith('Drain')");
        assertThat(browser.words(".tiles .small")).isEqualTo("nothing is due");
        load.interrupt();
        load.end(0, 4);
    }

    @Test
    void secondsWithoutAnAcknowledgementAreBands() {
        DynoCommand load = DynoCommand.start(
                JVM,
                "client",
                "--broker",
                "sim",
                "--driver-property",
                "stall=2500ms at 6s",
                "--rate",
                "400",
                "--max-pending",
                "2000",
                "--duration",
                "60",
                "--ui",
                "--runs",
                runs.toString(),
                "queue://F");
        open(load);
        browser.await("dyno.model.data.runs[0] && dyno.timeline.allMarks().outages.length");
        assertThat(browser.texts("return dyno.timeline.allMarks().outages.map((band) => band.toS - band.fromS)"))
                .first()
                .isEqualTo("1");
        load.interrupt();
        load.end(0, 4);
    }

    @Test
    void loadIsSteeredFromThePageAndItsRunSaysSo() throws IOException {
        DynoCommand load = load("--duration 60 queue://D");
        String url = open(load);
        await(1);
        browser.tell("const rate = document.querySelector('.steer [type=number]'); rate.value = 150;"
                + " rate.dispatchEvent(new Event('change'))");
        browser.await("dyno.model.data.runs[0].askedPerSecond.at(-1) === 150");
        browser.await("dyno.model.data.runs[0].intervals.sentPerSecond.at(-1) === 150");
        assertThat(browser.words(".hint[role=status]")).isEqualTo("Done: rate 150");
        browser.tell("document.querySelector('[aria-label=\"Pause the load\"]').click()");
        browser.await("dyno.model.data.runs[0].intervals.sentPerSecond.at(-1) === 0");
        // A page that is opened in the pause knows what to resume.
        browser.open(url);
        browser.await("document.querySelector('[aria-label=\"Resume the load\"]')");
        browser.tell("document.querySelector('[aria-label=\"Resume the load\"]').click()");
        browser.await("dyno.model.data.runs[0].intervals.sentPerSecond.at(-1) === 150");
        browser.tell("window.confirm = () => true; document.querySelector('[aria-label=\"End the load\"]').click()");
        browser.await("document.querySelector('.brand').textContent === 'Dyno report'");
        assertThat(browser.texts(
                        "return [...new Set(asks.chartOf('Rate').spec.series.find((s) => s.label === 'asked').y"
                                + ".filter((v) => v != null))]"))
                .containsExactly("400", "150", "0");
        load.end(0, 4);
        assertThat(Files.readString(DynoCommand.runIn(runs).resolve("run.json")))
                .contains("\"rate 150/s\"", "\"pause of the load\"");
    }
}
