package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Unit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SpreadTest {

    private static final double NEVER = Double.POSITIVE_INFINITY;

    private static String text(List<Double> lows, List<Double> highs) {
        return Spread.of(lows, highs).text(Unit.NANOSECONDS);
    }

    @Test
    void aMedianIsWrittenAsFarAsItIsKnown() {
        List<Double> lows = List.of(2e9, 3e9, 1e9);
        assertThat(Spread.of(lows, lows).text(Unit.NANOSECONDS)).isEqualTo("2 s");
        assertThat(text(lows, List.of(NEVER, NEVER, NEVER))).isEqualTo("≥ 2 s");
        assertThat(text(lows, List.of(2.8e9, 3e9, 1e9))).isEqualTo("2–2.8 s");
        assertThat(text(List.of(9e8), List.of(2.8e9))).isEqualTo("900 ms–2.8 s");
    }

    /** The longest of three may be as long as it likes: the one in the middle stays the one in the middle. */
    @Test
    void aBoundThatCannotMoveTheMedianLeavesItOneNumber() {
        assertThat(text(List.of(2e9, 3e9, 1e9), List.of(2e9, NEVER, 1e9))).isEqualTo("2 s");
        assertThat(text(List.of(2e9, 3e9, 1e9), List.of(2e9, 3e9, NEVER))).isEqualTo("2–3 s");
        assertThat(text(List.of(1e9, 3e9), List.of(1e9, NEVER))).isEqualTo("≥ 2 s");
    }

    @Test
    void theEndsOfTheRoundsAreAsFarAsTheyAreKnown() {
        List<Double> lows = List.of(2e9, 3e9, 1e9);
        assertThat(Spread.of(lows, lows).textWithEnds(Unit.NANOSECONDS)).isEqualTo("2 s (1 s – 3 s)");
        assertThat(Spread.of(lows, List.of(2e9, NEVER, 1e9)).textWithEnds(Unit.NANOSECONDS))
                .isEqualTo("2 s (1 s – ≥ 3 s)");
        assertThat(Spread.of(lows, List.of(2.8e9, 4e9, 1e9)).textWithEnds(Unit.NANOSECONDS))
                .isEqualTo("2–2.8 s (1 s – 4 s)");
        assertThat(Spread.of(List.of(1e9), List.of(2.8e9)).textWithEnds(Unit.NANOSECONDS))
                .isEqualTo("1–2.8 s");
        assertThat(Spread.of(List.of(1e9, 1e9), List.of(1e9, 1e9)).textWithEnds(Unit.NANOSECONDS))
                .isEqualTo("1 s");
        assertThat(Spread.of(List.of(1e9, 1e9), List.of(NEVER, NEVER)).textWithEnds(Unit.NANOSECONDS))
                .isEqualTo("≥ 1 s");
    }

    /**
     * Ten values: seven of 1 s, two of 3 s, and one of at least 2 s. The eighth is 2 s or 3 s, the ninth 3 s in any case, and the last is not
     * known.
     */
    @Test
    void aRunGivesBothEndsOfItsPercentiles() {
        Latencies latencies = new Latencies();
        Histogram observed = new Histogram(Latencies.SIGNIFICANT_DIGITS);
        observed.recordValueWithCount(1_000_000_000L, 7);
        observed.recordValueWithCount(3_000_000_000L, 2);
        latencies.add(Latency.RESPONSE, observed);
        latencies.addUnfinished(Latency.RESPONSE, 2_000_000_000L, 1);
        Map<String, Double> bounds = Measures.of(
                new Numbers(
                        Optional.empty(),
                        0,
                        Optional.of(latencies),
                        latencies::percentiles,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        name -> Optional.empty(),
                        1),
                List.of());
        assertThat(bounds).doesNotContainKeys("response-p50-is-bound", "response-p90-is-bound");
        assertThat(bounds).containsKeys("response-p75-is-bound", "response-p95-is-bound", "response-mean-is-bound");
        assertThat(bounds.keySet().stream().filter(name -> name.endsWith("-most")))
                .containsExactly("response-p75-most");
        assertThat(Measures.atMost(bounds, "response-p75"))
                .isEqualTo((double) observed.highestEquivalentValue(3_000_000_000L));
        assertThat(Measures.atMost(bounds, "response-p95")).isInfinite();
    }
}
