package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page of a run whose groups have names. */
class PageOfGroupsTest extends PageTest {

    private static Path page = Path.of("");

    @BeforeAll
    static void measure() throws Exception {
        Path runs = Files.createDirectories(pages.folder().resolve("groups"));
        Path file = Files.writeString(runs.resolve("shop.yaml"), """
                producers:
                  - { name: web, to: queue://ORDERS, rate: 300/s, messages: 300 }
                  - { name: batch, to: queue://PRICES, rate: 500/s, messages: 500 }
                consumers:
                  - { name: web, from: queue://ORDERS }
                  - { name: prices, from: queue://PRICES }
                phases: { measure: until stopped }
                """);
        Path stored = runs.resolve("stored");
        DynoCommand.start(List.of("-Xmx256m"), "run", file.toString(), "--broker", "sim", "--runs", stored.toString())
                .end(0, 4);
        page = DynoCommand.runIn(stored).resolve("report.html");
    }

    private static String tile(String label) {
        return browser()
                .text("const t = [...document.querySelectorAll('.tiles dt')].find((d) => d.textContent === '" + label
                        + "'); return t ? t.parentElement.querySelector('.small').textContent : 'none'");
    }

    private static void choose(String group) {
        browser()
                .tell("const s = document.querySelector('[aria-labelledby=figures] select'); s.value = '" + group
                        + "'; s.dispatchEvent(new Event('change'))");
    }

    @Test
    void figuresTablesAndChartsAreThoseOfTheChosenGroup() {
        open(page);
        assertThat(browser()
                        .texts("return [...document.querySelectorAll('[aria-labelledby=figures] option')].map((o) =>"
                                + " o.textContent)"))
                .containsExactly("all groups", "web", "batch", "prices");
        assertThat(tile("Sent")).isEqualTo("800 messages measured");
        List<String> all = titles();

        choose("web");
        assertThat(tile("Sent")).isEqualTo("300 messages measured");
        assertThat(tile("Received")).isEqualTo("300 messages measured");
        assertThat(titles()).isEqualTo(all);
        assertThat(browser().text("return document.activeElement.value")).isEqualTo("web");

        choose("prices");
        assertThat(tile("Sent")).isEqualTo("none");
        assertThat(tile("Received")).isEqualTo("500 messages measured");

        choose("batch");
        assertThat(tile("Sent")).isEqualTo("500 messages measured");
        assertThat(browser()
                        .texts(
                                "return [...document.querySelectorAll('[aria-labelledby=latencies] tbody th')].map((c) =>"
                                        + " c.firstChild.textContent)"))
                .contains("Response")
                .doesNotContain("End-to-end");

        choose("");
        assertThat(tile("Sent")).isEqualTo("800 messages measured");
    }
}
