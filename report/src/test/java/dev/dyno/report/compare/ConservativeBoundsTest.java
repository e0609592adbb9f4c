package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figures;
import dev.dyno.report.compare.ConservativeBounds.Bound;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Percentiles that are known as intervals, since messages were unfinished: {@code 5-} is at least 5, {@code 1-3} from 1 to 3. */
class ConservativeBoundsTest {

    private static Block block(String range) {
        String[] ends = range.split("-", -1);
        Map<Figure, Double> low = Map.of(Figures.P99, Double.valueOf(ends[0]));
        if (ends.length == 1) {
            return new Block(low, low);
        }
        return new Block(low, ends[1].isEmpty() ? Map.of() : Map.of(Figures.P99, Double.valueOf(ends[1])));
    }

    @ParameterizedTest
    @CsvSource({
        "2,   3,   2, 3, EXACT,    EXACT",
        "1,   5-,  1, 5, AT_MOST,  AT_LEAST",
        "4-,  2,   4, 2, AT_LEAST, AT_MOST",
        "1-3, 5-9, 3, 5, AT_MOST,  AT_LEAST",
        "5-9, 1-3, 5, 3, AT_LEAST, AT_MOST"
    })
    void eachSideHasTheEndThatIsAgainstTheDifference(
            String a, String b, double endOfA, double endOfB, Bound boundOfA, Bound boundOfB) {
        ConservativeBounds ends = ConservativeBounds.of(List.of(block(a)), List.of(block(b)), Figures.P99)
                .orElseThrow();
        assertThat(ends.a()).containsExactly(endOfA);
        assertThat(ends.b()).containsExactly(endOfB);
        assertThat(ends.boundOfA()).isEqualTo(boundOfA);
        assertThat(ends.boundOfB()).isEqualTo(boundOfB);
    }

    @ParameterizedTest
    @CsvSource({"1-, 2", "2, 1-", "1-, 1-", "1-4, 3-5", "3-5, 1-4"})
    void whereTheEndsShowNoDifferenceNothingIsCompared(String a, String b) {
        assertThat(ConservativeBounds.of(List.of(block(a)), List.of(block(b)), Figures.P99))
                .isEmpty();
        assertThat(ConservativeBounds.of(List.of(block("1")), List.of(block("1")), Figures.RATE))
                .isEmpty();
    }

    private static Judgement judged(List<Block> as, List<Block> bs) {
        DecisionRule rule = new DecisionRule(Map.of(Figures.P99, 0.1), 0.95);
        List<Boolean> order = List.of(true, false, true, false, true, false);
        return Judgement.once(rule, as, bs, new Design.Pairs(order)).get(0);
    }

    private static List<Block> noisy(String... ranges) {
        return List.of(ranges).stream().map(ConservativeBoundsTest::block).toList();
    }

    @Test
    void whatWaitedForSecondsIsWorseAlthoughNobodyKnowsHowLong() {
        Judgement judgement = judged(
                noisy("1", "1.1", "0.9", "1", "1.1", "0.9"), noisy("900-", "950-", "880-", "900-", "910-", "920-"));
        assertThat(judgement.call()).isEqualTo(Call.WORSE);
        assertThat(judgement.boundOfB().mark).isEqualTo("≥ ");
        assertThat(judgement.effect().lowest()).isGreaterThan(700);
    }

    @Test
    void boundsThatAreNearEachOtherDoNotProveEquivalence() {
        List<Block> exact = noisy("1", "1.001", "0.999", "1", "1.001", "0.999");
        List<Block> bounds = noisy("1.002-", "1.003-", "1.001-", "1.002-", "1.003-", "1.001-");
        assertThat(judged(exact, noisy("1.002", "1.003", "1.001", "1.002", "1.003", "1.001"))
                        .call())
                .isEqualTo(Call.EQUIVALENT);
        assertThat(judged(exact, bounds).call()).isEqualTo(Call.NONE);
        assertThat(judged(exact, Collections.nCopies(6, block("1.002-9"))).call())
                .isEqualTo(Call.NONE);
    }
}
