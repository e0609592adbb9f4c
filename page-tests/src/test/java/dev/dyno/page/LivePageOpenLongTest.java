package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a load in progress that is open from its start, in a tab that nobody sees, or for hours, in Chromium. */
@Tag("nightly")
class LivePageOpenLongTest extends ServedPageTest {

    @Test
    void linesHaveDotsOnlyWhileTheyAreTooShort() {
        DynoCommand load = load("--duration 60 queue://G");
        open(load);
        browser.await("asks.chartOf('Rate')?.plot");
        browser.tell("asks.chartOf('Rate').figure.querySelector('summary').click()");
        await(4);
        assertThat(browser.texts("return asks.charts().filter((chart) => chart.plot.series.some((line, i) => i"
                        + " && line.points.show(chart.plot, i))).map(asks.titleOf)"))
                .isEmpty();
        assertThat(browser.number("return asks.chartOf('Rate').figure.querySelectorAll('tbody tr').length"
                        + " - dyno.model.data.runs[0].intervals.startS.length"))
                .isZero();
        load.interrupt();
        load.end(0, 4);
    }

    @Test
    void pageThatNobodySeesIsDrawnWhenItIsSeen() {
        DynoCommand load = load("--duration 60 queue://H");
        open(load);
        await(2);
        browser.tell("Object.defineProperty(document, 'hidden', { value: true, writable: true });"
                + " window.drawnMs = dyno.timing.drawnMs");
        int before = seconds();
        await(before + 2);
        assertThat(browser.number("return dyno.timing.drawnMs - window.drawnMs"))
                .isZero();
        assertThat(browser.number(
                        "document.hidden = false; document.dispatchEvent(new Event('visibilitychange'));"
                                + " return asks.chartOf('Rate').plot.data[0].length - arguments[0]",
                        before))
                .isGreaterThanOrEqualTo(2);
        load.interrupt();
        load.end(0, 4);
    }

    @Test
    void heatMapsHaveNoMoreColumnsThanThoseOfAReport() {
        DynoCommand load = load("--duration 60 queue://I");
        open(load);
        await(2);
        // Hours in seconds: each second comes 1,200 times.
        browser.tell("""
                const { fetch } = window;
                const heat = () => dyno.model.data.runs[0].heatMaps['end-to-end'];
                const sum = (columns) => columns.flat().reduce((all, n, i) => all + (i % 2 ? n : 0), 0);
                let messages = null;
                let shift = 0;
                window.missing = () => messages - sum(heat().columns);
                window.fetch = async (path) => {
                    const update = await (await fetch(path)).json();
                    messages ??= sum(heat().columns);
                    update.seconds = (update.seconds || []).flatMap((second) => {
                        const copies = Array.from({ length: 1200 }, (_, i) => {
                            const copy = structuredClone(second);
                            copy.intervals.startS[0] += shift + i;
                            copy.intervals.endS[0] += shift + i;
                            return { ...copy, resourceSeries: [] };
                        });
                        messages += 1200 * sum(second.heatMaps['end-to-end']?.columns || []);
                        shift += 1199;
                        return copies;
                    });
                    return { ok: true, json: () => update };
                };
                """);
        await(2100);
        assertThat(browser.texts(
                        "return Object.values(dyno.model.data.runs[0].heatMaps).map((heat) => heat.columns.length)"))
                .isNotEmpty()
                .allSatisfy(columns -> assertThat(Integer.parseInt(columns)).isBetween(500, 1_000));
        assertThat(browser.number("return missing()")).isZero();
        assertThat(browser.number("return dyno.model.data.runs[0].heatMaps['end-to-end'].intervalsPerColumn"))
                .isEqualTo(4);
        assertThat(browser.texts("return asks.poor().filter((why) => why.includes('heat map'))"))
                .isEmpty();
        load.interrupt();
        load.end(0, 4);
    }
}
