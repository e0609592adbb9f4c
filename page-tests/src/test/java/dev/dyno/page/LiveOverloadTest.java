package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a load with which broker or consumers do not keep up, in Chromium. */
@Tag("nightly")
class LiveOverloadTest extends ServedPageTest {

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
}
