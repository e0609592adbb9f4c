package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The charts of a page and their tables, for runs of each kind. */
class ReportChartsTest extends PageTest {

    @ParameterizedTest
    @ValueSource(strings = {"paused", "stalled", "failed", "several"})
    void everyChartIsDrawnWithItsData(String name) {
        open(name);
        assertThat(texts("return asks.poor()")).isEmpty();
    }

    @Test
    void linesOfOneHueDifferByTheirDashesAndHaveTheirNamesAtTheirEnds() {
        open("paused");
        assertThat(
                        texts(
                                "return asks.chartOf('End-to-end by percentile').spec.series.filter((s) => s.label !== 'p99').map((s) => String(s.dash))"))
                .hasSize(4)
                .doesNotHaveDuplicates();
        assertThat(text("return String(asks.chartOf('End-to-end by percentile').spec.endLabels)"))
                .isEqualTo("true");
    }

    @Test
    void severalRunsAreLinesOfTheSameCharts() {
        open("several");
        assertThat(words("h1")).isEqualTo("3 runs");
        assertThat(number("return document.querySelectorAll('.verdict').length"))
                .isEqualTo(3);
        assertThat(texts("return [...new Set(asks.chartOf('Rate').spec.series.map((s) => s.color))]"))
                .hasSize(3);
        assertThat(titles().stream().filter(title -> title.contains("heat map")))
                .hasSize(3);
        assertThat(words(".warn[role=note]")).startsWith("An acknowledgement does not mean the same in these runs: ");
    }

    @Test
    void chartThatGrowsMayHaveNoLineYetAndItsNoteFollows() {
        open("paused");
        assertThat(text("""
                const spec = (note, ...series) => ({ title: 'New', note, unit: 'COUNT', height: 180, time: true, series });
                const chart = new dyno.chart.Chart(spec('one'));
                document.querySelector('.charts').append(chart.figure);
                chart.draw();
                chart.renew(spec('two'));
                chart.renew(spec('three', { label: 'sent', color: '--c1', x: [0.5], y: [7] }));
                const found = chart.figure.querySelector('.note').textContent + ' ' + chart.plot.data[1];
                chart.destroy();
                chart.figure.remove();
                return found;
                """)).isEqualTo("three 7");
    }

    @Test
    void logarithmicAxisHasNumbersWithinAPartOfADecade() {
        open("paused");
        assertThat(texts("""
                const at = (min, max) => dyno.axes.axes('NS', true, {})[1].splits({ scales: { y: { min, max } }, bbox: { height: 100 } });
                return [at(1.1e6, 1.4e6).join(), at(1e6, 1e8).join()];
                """)).containsExactly("1100000,1200000,1300000,1400000", "1000000,10000000,100000000");
    }

    @Test
    void tableBehindAChartHasItsNumbers() {
        open("paused");
        tell("asks.chartOf('Rate').figure.querySelector('details').open = true");
        // Opening tells of itself a little later.
        List<String> cells = texts("""
                return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
                    done([...asks.chartOf('Rate').figure.querySelectorAll('tbody tr')].map((r) => r.children[1].textContent)))));
                """);
        List<String> values =
                texts("return asks.chartOf('Rate').spec.series[0].y.filter((v) => v != null).map(dyno.format.number)");
        assertThat(values).hasSizeGreaterThan(3);
        assertThat(cells).containsExactlyElementsOf(values);
    }

    @Test
    void nearlyAllIsNotRoundedToAHundredPercent() {
        open("paused");
        assertThat(texts("return [12.5, 99.96, 99.998, 100].map(dyno.format.units.PERCENT)"))
                .containsExactly("12.5\u00a0%", "99.96\u00a0%", "99.998\u00a0%", "100\u00a0%");
    }
}
