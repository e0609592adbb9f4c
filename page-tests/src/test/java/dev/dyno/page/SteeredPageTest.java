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
        open(load);
        await(1);
        browser.tell("const rate = document.querySelector('.steer [type=number]'); rate.value = 150;"
                + " rate.dispatchEvent(new Event('change'))");
        browser.await("dyno.model.data.runs[0].askedPerSecond.at(-1) === 150");
        browser.await("dyno.model.data.runs[0].intervals.sentPerSecond.at(-1) === 150");
        assertThat(browser.words(".hint[role=status]")).isEqualTo("Done: rate 150");
        browser.tell("document.querySelector('[aria-label=\"Pause the load\"]').click()");
        browser.await("dyno.model.data.runs[0].intervals.sentPerSecond.at(-1) === 0");
        browser.tell("document.querySelector('[aria-label=\"Resume the load\"]').click()");
        browser.await("dyno.model.data.runs[0].intervals.sentPerSecond.at(-1) === 150");
        browser.tell("window.confirm = () => true; document.querySelector('[aria-label=\"End the load\"]').click()");
        load.end(0, 4);
        assertThat(Files.readString(DynoCommand.runIn(runs).resolve("run.json")))
                .contains("\"rate 150/s\"", "\"pause of the load\"");
    }
}
