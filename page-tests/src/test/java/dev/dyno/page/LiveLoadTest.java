package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of a load in progress, in Chromium: it steers the load, and its groups have names. */
class LiveLoadTest extends ServedPageTest {

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
        endTheLoad();
        browser.await("document.querySelector('.brand').textContent === 'Dyno report'");
        assertThat(browser.texts(
                        "return [...new Set(asks.chartOf('Rate').spec.series.find((s) => s.label === 'asked').y"
                                + ".filter((v) => v != null))]"))
                .containsExactly("400", "150", "0");
        load.end(0, 4);
        assertThat(Files.readString(DynoCommand.runIn(runs).resolve("run.json")))
                .contains("\"rate 150/s\"", "\"pause of the load\"");
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
}
