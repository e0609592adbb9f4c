package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The page of a load that ends while it is open, in Chromium. */
class LivePageEndTest extends ServedPageTest {

    @Test
    void pageIsTheReportWhenTheRunHasEnded() throws IOException {
        DynoCommand load = load("--duration 60 queue://B");
        open(load);
        await(1);
        endTheLoad();
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
}
