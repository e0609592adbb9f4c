package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** A load that its page steers, in Chromium. */
class SteeredPageTest extends ServedPageTest {

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
