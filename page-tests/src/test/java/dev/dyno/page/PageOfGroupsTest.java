package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a run whose groups have names, and of one of two workers. */
class PageOfGroupsTest extends PageTest {

    private static Path page = Path.of("");

    @BeforeAll
    static void measure() throws Exception {
        // Web ends last, so that the last of the prices is received within the phase also on a busy machine.
        Path runs = Files.createDirectories(pages.folder().resolve("groups"));
        Path file = Files.writeString(runs.resolve("shop.yaml"), """
                producers:
                  - { name: web, to: queue://ORDERS, rate: 300/s, messages: 900 }
                  - { name: batch, to: queue://PRICES, rate: 500/s, messages: 1000 }
                consumers:
                  - { name: web, from: queue://ORDERS }
                  - { name: prices, from: queue://PRICES }
                phases: { measure: until stopped }
                tags: { commit: 0a1b2c3 }
                """);
        Path stored = runs.resolve("stored");
        DynoCommand.start(List.of("-Xmx256m"), "run", file.toString(), "--broker", "sim", "--runs", stored.toString())
                .end(0, 4);
        page = DynoCommand.runIn(stored).resolve("report.html");
    }

    private static String tile(String label) {
        return text("const t = [...document.querySelectorAll('.tiles dt')].find((d) => d.textContent === '" + label
                + "'); return t ? t.parentElement.querySelector('.small').textContent : 'none'");
    }

    private static void choose(String group) {
        tell("const s = document.querySelector('[aria-labelledby=figures] select'); s.value = '" + group
                + "'; s.dispatchEvent(new Event('change'))");
    }

    @Test
    void figuresTablesAndChartsAreThoseOfTheChosenGroup() {
        open(page);
        assertThat(allWords(".facts span")).endsWith("commit=0a1b2c3");
        assertThat(allWords("[aria-labelledby=figures] option"))
                .containsExactly("all groups", "web", "batch", "prices");
        assertThat(tile("Rate")).contains("1,900 messages");
        List<String> all = titles();

        choose("web");
        assertThat(tile("Rate")).contains("sent", "received", "900 messages");
        assertThat(titles()).isEqualTo(all);
        assertThat(words(".answer")).contains(": web: ");
        assertThat(text("return document.activeElement.value")).isEqualTo("web");

        choose("prices");
        assertThat(tile("Rate")).contains("received", "1,000 messages").doesNotContain("sent");

        choose("batch");
        assertThat(tile("Rate"))
                .contains("sent, acknowledged", "1,000 messages")
                .doesNotContain("received");
        assertThat(texts("return [...document.querySelectorAll('[aria-labelledby=latencies] tbody th')].map((c) =>"
                        + " c.firstChild.textContent)"))
                .contains("Response")
                .doesNotContain("End-to-end");

        choose("");
        assertThat(tile("Rate")).contains("1,900 messages");
    }

    /** The scale is that of prices and of its 500 a second, with which web is compared. */
    @Test
    void groupsHaveChartsOfTheirOwnOnOneScale() {
        open(page);
        assertThat(titles())
                .containsSubsequence(
                        "web, rate", "batch, rate", "prices, rate", "web, p99", "batch, p99", "prices, p99");
        assertThat(texts("return ['web', 'batch', 'prices'].map((g) => asks.chartOf(g + ', rate'))"
                        + ".map((c) => c.spec.series.map((s) => s.label).join())"))
                .containsExactly("sent,received", "sent", "received");
        for (String what : List.of("rate", "p99")) {
            assertThat(texts(
                            "return [...new Set(['web', 'batch', 'prices'].map((g) => asks.chartOf(g + ', '"
                                    + " + arguments[0])).map((c) => c.plot.scales.y.min + ' to ' + c.plot.scales.y.max))]",
                            what))
                    .hasSize(1);
        }
        assertThat(texts("return asks.poor()")).isEmpty();
    }

    @Test
    @Tag("nightly")
    void eachWorkerHasARowOfItsOwn() throws Exception {
        open(Runs.measureWithWorkers(pages.folder().resolve("workers")).resolve("report.html"));
        assertThat(texts("return asks.poor()")).isEmpty();
        String rows = "details:has(> #workers) tbody tr";
        assertThat(allWords(rows + " th")).containsExactly("w1", "w2");
        assertThat(texts("return [...document.querySelectorAll('" + rows
                        + "')].map((r) => r.children[2].textContent + ' ' + r.children[3].textContent)"))
                .containsExactly("1 1", "1 1");
        assertThat(texts("return [...document.querySelectorAll('" + rows + "')].map((r) => r.children[4].textContent)"))
                .allSatisfy(sent -> assertThat(Double.parseDouble(sent)).isBetween(80.0, 120.0));
        assertThat(titles()).contains("worker w1, CPU", "worker w2, CPU", "worker w1, memory", "worker w2, memory");
    }
}
