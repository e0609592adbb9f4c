package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code dyno ui}: stored runs, in Chromium. */
class UiPageTest extends ServedPageTest {

    @Test
    void storedRunsAreFoundComparedMarkedAndDeleted() throws IOException {
        for (String load : List.of("200 --tag side=a", "90/min --tag side=b")) {
            DynoCommand.start(
                            JVM,
                            ("client --broker null --warmup 0 --duration 2 --runs " + runs + " --rate " + load)
                                    .split(" ", -1))
                    .end(0, 4);
        }
        List<String> stored = folders();
        DynoCommand ui = DynoCommand.start(JVM, "ui", "--runs", runs.toString());
        String url = open(ui);
        browser.await("document.querySelectorAll('tbody tr').length === 2");
        assertThat(browser.words("tbody")).contains("side=a", "side=b", "200", "0");
        assertThat(browser.allWords("tbody td.num")).contains("1.50");
        assertThat(browser.texts("return [...document.querySelector('[aria-label=\"Points of the trend\"]').options]"
                        + ".map((option) => option.value)"))
                .containsExactly("run", "broker-version", "tag.side");
        assertThat(browser.nameless()).isEmpty();
        assertThat(browser.texts("return asks.faint()")).isEmpty();

        browser.tell("const search = document.querySelector('[type=search]'); search.value = 'side=b client';"
                + " search.dispatchEvent(new Event('input'))");
        assertThat(browser.allWords("tbody th")).hasSize(1);
        browser.tell("document.querySelector('tbody [type=checkbox]').click(); window.prompt = () => '<b>noise</b>';"
                + " [...document.querySelectorAll('button')].find((b) => b.textContent === 'Mark').click()");
        browser.await("document.querySelector('tbody').textContent.includes('valid: <b>noise</b>')");
        browser.tell("window.confirm = () => true;"
                + " [...document.querySelectorAll('button')].find((b) => b.textContent === 'Delete').click()");
        browser.await("document.querySelectorAll('tbody tr').length === 0");
        assertThat(folders()).hasSize(1);

        browser.open(url + "report?runs=" + folders().get(0));
        assertThat(browser.words(".brand")).isEqualTo("Dyno report");
        browser.openWithoutScript(url + "report?runs=../" + stored.get(0));
        assertThat(browser.text("return document.body.textContent")).contains("must be a run of");
        browser.openWithoutScript(url + "trend?figure=p99&by=tag.side");
        assertThat(browser.words("h1")).isEqualTo("p99 by side");
        DynoCommand.run(JVM, "history", "mark", folders().get(0), "retired", "--runs", runs.toString());
        browser.openWithoutScript(url + "trend?figure=p99&by=tag.side");
        assertThat(browser.words(".answer")).startsWith("p99 by side: 0 values of 0 runs");
        browser.openWithoutScript(url + "trend?figure=p99&by=side");
        assertThat(browser.text("return document.body.textContent"))
                .contains("side; must be run, broker-version or tag.NAME");

        browser.open(url);
        browser.await("document.querySelectorAll('tbody tr').length === 1");
        ui.interrupt();
        ui.end(0);
        browser.tell("document.querySelector('tbody [type=checkbox]').click(); window.prompt = () => '';"
                + " [...document.querySelectorAll('button')].find((b) => b.textContent === 'Mark').click()");
        browser.await("document.querySelector('[role=status]').textContent"
                + " === 'The process that serves this page does not answer.'");
    }
}
