package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of a load in progress whose groups have names, in Chromium. */
class LiveGroupsTest extends ServedPageTest {

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
