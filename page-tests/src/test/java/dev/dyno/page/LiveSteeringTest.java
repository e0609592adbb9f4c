package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Controls of the page of a load in progress, in Chromium: of a slow load, and of several loads in one command. */
class LiveSteeringTest extends ServedPageTest {

    private static final String SLIDER = ".steer [type=range]";

    @Test
    void slowLoadIsPausedAndGetsTheSameRateAgain() {
        DynoCommand load = DynoCommand.start(
                JVM,
                ("client --broker sim --rate 100/min --warmup 0 --duration 60 --ui --runs " + runs + " queue://J")
                        .split(" ", -1));
        String url = open(load);
        await(1);
        assertThat(browser.text("return document.querySelector('.steer [type=number]').value"))
                .as("the millionths that can be asked")
                .isEqualTo("1.666667");
        assertThat(browser.text(
                        "const slider = document.querySelector(arguments[0]); slider.value = 0.4;"
                                + " slider.dispatchEvent(new Event('input'));"
                                + " return document.querySelector('.steer [type=number]').value",
                        SLIDER))
                .isEqualTo("0.4");
        browser.tell("document.querySelector('[aria-label=\"Pause the load\"]').click()");
        browser.await("document.querySelector('[aria-label=\"Resume the load\"]')");
        // A page that is opened in the pause has not seen the rate before it.
        browser.open(url);
        browser.await("document.querySelector('[aria-label=\"Resume the load\"]')");
        browser.tell("document.querySelector('[aria-label=\"Resume the load\"]').click()");
        browser.await("dyno.model.data.runs[0].faults.length === 2");
        assertThat(browser.text("return dyno.model.data.runs[0].faults.at(-1).action"))
                .isEqualTo("rate 1.666667/s");
        load.interrupt();
        load.end(0, 4);
    }

    @Test
    void controlsAreThoseOfTheLoadThatIsShown() throws IOException {
        DynoCommand load = DynoCommand.start(
                JVM,
                "run",
                file("first", "rate: 100/s"),
                file("second", "load: all-out, max-pending: 1"),
                file("third", "rate: 100/s"),
                "--broker",
                "sim",
                "--ui",
                "--runs",
                runs.resolve("stored").toString());
        open(load);
        awaitLive("first");
        assertThat(sliders()).isEqualTo(1);
        endTheLoad();
        awaitLive("second");
        assertThat(sliders()).isZero();
        endTheLoad();
        awaitLive("third");
        assertThat(sliders()).isEqualTo(1);
        load.interrupt();
        load.end(0, 4);
    }

    private String file(String name, String load) throws IOException {
        return Files.writeString(runs.resolve(name + ".yaml"), """
                name: %s
                producers: { to: queue://Q, %s }
                consumers: { from: queue://Q }
                phases: { warmup: 0s, measure: 60s, drain: 1s }
                """.formatted(name, load))
                .toString();
    }

    private void awaitLive(String name) {
        browser.await(
                "document.querySelector('.brand')?.textContent === 'Dyno live' && dyno.model.data.runs[0].name === '"
                        + name + "'");
    }

    private double sliders() {
        return browser.number("return document.querySelectorAll(arguments[0]).length", SLIDER);
    }
}
