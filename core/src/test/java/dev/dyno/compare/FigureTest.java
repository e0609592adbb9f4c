package dev.dyno.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.report.RunSummary;
import dev.dyno.report.Samples;
import dev.dyno.result.Latency;
import dev.dyno.result.RunResult;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FigureTest {

    private static double of(Figure figure, RunSummary run) {
        OptionalDouble value = figure.of(run, Latency.RESPONSE, Figure.End.LOW);
        assertThat(value).as(figure.tag()).isPresent();
        return value.orElseThrow();
    }

    @Test
    void figuresOfAStoredRunAreThoseThatItWasStoredWith() {
        RunSummary run = Stored.run("r", 1_000, 2.5).summary();
        assertThat(of(Figure.RATE, run)).isEqualTo(1_000);
        assertThat(of(Figure.P50, run)).isEqualTo(2.5);
        assertThat(of(Figure.P99, run)).isEqualTo(5);
        assertThat(of(Figure.P999, run)).isEqualTo(10);
        assertThat(of(Figure.CLIENT_CPU, run)).isEqualTo(20);
        assertThat(Figure.BROKER_CPU.of(run, Latency.RESPONSE, Figure.End.LOW)).isEmpty();
    }

    @Test
    void aLatencyThatWasNotMeasuredHasNoFigure() {
        RunSummary run = Stored.run("r", 1_000, 2.5).summary();
        assertThat(Figure.P99.of(run, Latency.COMMIT, Figure.End.LOW)).isEmpty();
        assertThat(Figure.P99.of(run.result(), Latency.COMMIT, Figure.End.LOW)).isEmpty();
    }

    @Test
    void figuresOfAFinishedRunAreReckonedFromItsHistogramsAndCounts() {
        RunResult result = Samples.result();
        double p99Ns = result.latencies().get(Latency.RESPONSE).orElseThrow().getValueAtPercentile(99);
        assertThat(Figure.P99.of(result, Latency.RESPONSE, Figure.End.LOW).orElseThrow())
                .isCloseTo(p99Ns / 1e6, within(1e-12));
        // 1,960 were received in the 2.250000001 s of the measured phase.
        assertThat(Figure.RATE.of(result, Latency.RESPONSE, Figure.End.LOW).orElseThrow())
                .isCloseTo(1_960 / 2.250000001, within(1e-9));
        assertThat(Figure.BROKER_CPU.of(result, Latency.RESPONSE, Figure.End.LOW))
                .hasValue(88.125);
        assertThat(Figure.CLIENT_CPU.of(result, Latency.RESPONSE, Figure.End.LOW))
                .isEmpty();
    }

    @Test
    void aBlockHasTheFiguresThatItsRunHas() {
        RunSummary run = Stored.run("r", 1_000, 2.5).summary();
        assertThat(Block.of(run, Latency.RESPONSE).values())
                .containsOnlyKeys(Figure.RATE, Figure.P50, Figure.P99, Figure.P999, Figure.CLIENT_CPU)
                .containsEntry(Figure.P50, 2.5);
        assertThat(Block.of(run.result(), Latency.RESPONSE).values()).containsOnlyKeys(Figure.RATE, Figure.CLIENT_CPU);
    }

    @Test
    void everyFigureIsFoundByItsTag() {
        for (Figure figure : Figure.values()) {
            assertThat(Figure.find(figure.tag())).contains(figure);
        }
        assertThat(Figure.find("no-such-figure")).isEmpty();
        assertThat(Figure.tags().split(", "))
                .containsExactly(Arrays.stream(Figure.values()).map(Figure::tag).toArray(String[]::new));
    }

    @Test
    void onlyOfTheRateIsMoreBetter() {
        assertThat(Figure.values())
                .filteredOn(figure -> figure.direction() == Figure.Direction.MORE_IS_BETTER)
                .containsExactly(Figure.RATE);
    }
}
