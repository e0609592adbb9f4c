package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import dev.dyno.model.result.Column;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Samples;
import dev.dyno.report.store.CapacityFile;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CapacityChartsTest {

    private static final long SECOND = 1_000_000_000L;

    private static CapacityStep step(
            Purpose purpose, double perSecond, int from, int counted, int to, double achieved) {
        Decision open = Decision.UNDECIDED;
        OptionalDouble none = OptionalDouble.empty();
        return new CapacityStep(
                purpose,
                perSecond,
                from * SECOND,
                counted * SECOND,
                to * SECOND,
                open,
                "",
                achieved,
                0,
                none,
                List.of());
    }

    private static Capacity capacity(CapacityStep... steps) {
        OptionalDouble low = OptionalDouble.of(900);
        OptionalDouble high = OptionalDouble.of(1_300);
        OptionalDouble estimate = OptionalDouble.of(1_100);
        return new Capacity(
                List.of("p99(response) < 20ms"), low, high, estimate, 0.95, 0.03, List.of(steps), List.of());
    }

    private static ReportData.Run run(String name, Capacity found) {
        RunCollector collector = new RunCollector();
        Samples.intervals().forEach(collector::onInterval);
        collector.answered(Optional.of(new CapacityFile(found, Optional.empty())));
        collector.onResult(Samples.withFaults().with(parts -> parts.name = name));
        return collector.run().orElseThrow();
    }

    private static Map<String, Chart> charts(ReportData.Run... runs) {
        return CapacityCharts.of(List.of(runs), RunLabels.of(List.of(runs)));
    }

    private static LineChart lines(Map<String, Chart> charts, String name) {
        return (LineChart) Objects.requireNonNull(charts.get(name));
    }

    /** Neither the warm-up nor a drain is a rate that was held; nor is one that never settled. */
    @Test
    void ratesThatWereHeldAreOnTheCurveWithTheIntervalAndTheCapacity() {
        Map<String, Chart> charts = charts(run(
                "one",
                capacity(
                        step(Purpose.GROW, 4_000, 0, 0, 1, 3_000),
                        step(Purpose.HOLD, 1_200, 1, 1, 2, 1_190),
                        step(Purpose.DRAIN, 300, 2, 2, 3, 700),
                        step(Purpose.HOLD, 1_000, 0, 0, 1, 1_000),
                        step(Purpose.HOLD, 1_250, 2, 3, 3, 0),
                        step(Purpose.CONFIRM, 1_000, 1, 1, 2, 990))));

        assertThat(charts.keySet()).containsExactly("capacity-end-to-end", "capacity-response", "capacity-rate");
        LineChart rate = lines(charts, "capacity-rate");
        assertThat(rate.lines().get(0).label()).isEqualTo("achieved");
        assertThat(rate.lines().get(0).xs()).containsExactly(1_000.0, 1_200.0);
        assertThat(rate.lines().get(0).ys()).containsExactly(995.0, 1_190.0);
        assertThat(rate.bands()).containsExactly(new LineChart.Band("", 900, 1_300, false));
        assertThat(rate.marks()).containsExactly(new LineChart.Mark("capacity", 1_100));
    }

    /** The second of 1,200/s is one of the two of 1,000/s. */
    @Test
    void latencyOfARateIsTheGeometricMeanOfItsSecondsBetweenTwoErrorsOfIt() {
        ReportData.Run run = run(
                "one", capacity(step(Purpose.HOLD, 1_000, 0, 0, 2, 1_000), step(Purpose.HOLD, 1_200, 1, 1, 2, 1_200)));
        LineChart chart = lines(charts(run), "capacity-response");

        assertThat(chart.lines())
                .extracting(LineChart.Line::label)
                .containsExactly("p50", "", "", "p99", "", "", "p99.9", "", "", "p99(response) < 20ms");
        Column p99 =
                Objects.requireNonNull(run.latenciesOverTime().get("response")).of(Percentile.P99);
        double first = p99.get(0);
        double second = p99.get(1);
        List<Double> means = chart.lines().get(3).ys();
        assertThat(means.get(0)).isCloseTo(Math.sqrt(first * second), within(1e-6 * first));
        assertThat(means.get(1)).isCloseTo(second, within(1e-6 * second));
        // The standard error of two values is half of their difference, here of their logarithms.
        double factor = Math.exp(Math.abs(Math.log(second / first)));
        assertThat(chart.lines().get(4).ys().get(0)).isCloseTo(means.get(0) / factor, within(1e-6 * first));
        assertThat(chart.lines().get(5).ys().get(0)).isCloseTo(means.get(0) * factor, within(1e-6 * first));
        assertThat(chart.lines().get(9).ys()).containsExactly(20e6, 20e6);
    }

    /** The first one held 1,000/s and 1,200/s, the second one 800/s only. */
    @Test
    void searchesOfSeveralBrokersAreLinesOfTheSameCharts() {
        ReportData.Run one = run(
                "one", capacity(step(Purpose.HOLD, 1_000, 0, 0, 2, 1_000), step(Purpose.HOLD, 1_200, 1, 1, 2, 1_190)));
        ReportData.Run two = run("two", capacity(step(Purpose.HOLD, 800, 0, 0, 2, 790)));
        Map<String, Chart> charts = charts(one, two);

        assertThat(charts.keySet())
                .containsExactly(
                        "capacity-end-to-end-p50",
                        "capacity-end-to-end-p99",
                        "capacity-end-to-end-p99.9",
                        "capacity-response-p50",
                        "capacity-response-p99",
                        "capacity-response-p99.9",
                        "capacity-rate");
        LineChart rate = lines(charts, "capacity-rate");
        assertThat(rate.lines()).extracting(LineChart.Line::label).containsExactly("one", "two", "asked");
        assertThat(rate.lines()).extracting(LineChart.Line::color).containsExactly(0, 1, 2);
        assertThat(rate.lines().get(1).ys()).containsExactly(790.0);
        assertThat(rate.lines().get(2).xs()).containsExactly(800.0, 1_200.0);
        assertThat(rate.bands()).isEmpty();
        assertThat(rate.marks()).extracting(LineChart.Mark::label).containsExactly("one capacity", "two capacity");
        LineChart p99 = lines(charts, "capacity-response-p99");
        assertThat(p99.lines())
                .extracting(line -> line.label() + line.color())
                .containsExactly("one0", "0", "0", "two1", "1", "1", "p99(response) < 20ms2");
        // The objective is not one of p50.
        assertThat(lines(charts, "capacity-response-p50").lines())
                .extracting(LineChart.Line::label)
                .containsExactly("one", "", "", "two", "", "");
        assertThat(p99.lines().get(0).ys())
                .isEqualTo(
                        lines(charts(one), "capacity-response").lines().get(3).ys());
    }

    @Test
    void withoutARateThatWasHeldThereIsNoCurve() {
        assertThat(charts(run("one", capacity(step(Purpose.GROW, 4_000, 0, 0, 1, 3_000)))))
                .isEmpty();
    }
}
