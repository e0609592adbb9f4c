package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.report.store.RunSummary;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FigureTest {

    private static double of(Figure figure, RunSummary run) {
        return shown(figure, run.numbers());
    }

    /** In the unit of tables. */
    private static double shown(Figure figure, Numbers numbers) {
        return figure.unit()
                .inTables(figure.of(numbers.by(Latency.RESPONSE)).orElseThrow().low());
    }

    @Test
    void figuresOfAStoredRunAreThoseThatItWasStoredWith() {
        RunSummary run = Stored.run("r", 1_000, 2.5).summary();
        assertThat(of(Figures.RATE, run)).isEqualTo(1_000);
        assertThat(of(Figures.P50, run)).isEqualTo(2.5);
        assertThat(of(Figures.P99, run)).isEqualTo(5);
        assertThat(of(Figures.P999, run)).isEqualTo(10);
        assertThat(of(Figures.CLIENT_CPU, run)).isEqualTo(20);
        assertThat(Figures.BROKER_CPU.of(run.numbers())).isEmpty();
    }

    @Test
    void aLatencyThatWasNotMeasuredHasNoFigure() {
        RunSummary run = Stored.run("r", 1_000, 2.5).summary();
        assertThat(Figures.P99.of(run.numbers().by(Latency.COMMIT))).isEmpty();
        assertThat(Figures.P99.of(Numbers.of(run.result()).by(Latency.COMMIT))).isEmpty();
    }

    @Test
    void figuresOfAFinishedRunAreReckonedFromItsHistogramsAndCounts() {
        RunResult result = Samples.result();
        double p99Ns = result.latencies().get(Latency.RESPONSE).orElseThrow().getValueAtPercentile(99);
        Numbers numbers = Numbers.of(result);
        assertThat(shown(Figures.P99, numbers)).isCloseTo(p99Ns / 1e6, within(1e-12));
        // 1,960 were received in the 2.250000001 s of the measured phase.
        assertThat(shown(Figures.RATE, numbers)).isCloseTo(1_960 / 2.250000001, within(1e-9));
        assertThat(shown(Figures.BROKER_CPU, numbers)).isEqualTo(88.125);
        assertThat(Figures.CLIENT_CPU.of(numbers)).isEmpty();
    }

    @Test
    void aBlockHasTheFiguresThatItsRunHas() {
        RunSummary run = Stored.run("r", 1_000, 2.5).summary();
        assertThat(Block.of(run, Latency.RESPONSE, Set.of()).values())
                .containsKeys(Figures.RATE, Figures.P50, Figures.P99, Figures.P999, Figures.CLIENT_CPU)
                .doesNotContainKey(Figures.BROKER_CPU)
                .containsEntry(Figures.P50, 2.5);
        assertThat(Block.of(Numbers.of(run.result()).by(Latency.RESPONSE), Set.of())
                        .values())
                .containsKeys(Figures.RATE, Figures.CLIENT_CPU)
                .doesNotContainKeys(Figures.P50, Figures.P99, Figures.P999);
    }

    @Test
    void theComparedFiguresHaveTheNamesOfOptions() {
        assertThat(Figures.names(Use.STANDARD))
                .isEqualTo("rate, p50, p99, p99.9, worker-cpu-per-message, broker-cpu-per-message");
        for (Figure figure : Figures.of(Use.COMPARED)) {
            assertThat(Figures.find(Use.COMPARED, figure.name())).contains(figure);
        }
        assertThat(Figures.find(Use.COMPARED, "no-such-figure")).isEmpty();
    }

    @Test
    void onlyOfTheRateIsMoreBetter() {
        assertThat(Figures.of(Use.STANDARD))
                .filteredOn(figure -> figure.better() == Figure.Better.MORE)
                .containsExactly(Figures.RATE);
    }
}
