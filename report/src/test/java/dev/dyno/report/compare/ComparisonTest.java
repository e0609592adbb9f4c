package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {

    private static final DecisionRule RATE_WITHIN_3_PERCENT = DecisionRule.of(Set.of(Figures.RATE), Map.of(), 0.95);
    private static final DecisionRule RATE_AND_P99 = DecisionRule.of(Set.of(Figures.RATE, Figures.P99), Map.of(), 0.95);
    private static final Map<Figure, Double> RATE = Map.of(Figures.RATE, 0.03);

    @Test
    void aGreatDifferenceEndsItAtTheFirstLook() {
        Comparison comparison = new Comparison(RATE_WITHIN_3_PERCENT, 20);
        SplittableRandom random = new SplittableRandom(1);
        while (!comparison.isOver()) {
            add(comparison, rate(1000 + random.nextInt(10)), rate(2000 + random.nextInt(10)));
        }

        assertThat(comparison.pairs()).isEqualTo(6);
        assertThat(comparison.judgements()).singleElement().satisfies(judgement -> {
            assertThat(judgement.call()).isEqualTo(Call.BETTER);
            assertThat(judgement.effect().change()).isCloseTo(1.0, within(0.01));
            assertThat(judgement.a()).isCloseTo(1005, within(5.0));
            assertThat(judgement.moreBlocks()).isZero();
        });
    }

    @Test
    void moreIsBetterForARateAndWorseForALatency() {
        Comparison comparison =
                compared(DecisionRule.standard(), 5, i -> block(1000 + i, 10), i -> block(1200 + i, 20));

        assertThat(comparison.judgements())
                .extracting(Judgement::figure, Judgement::call)
                .containsExactly(tuple(Figures.RATE, Call.BETTER), tuple(Figures.P99, Call.WORSE));
    }

    @Test
    void aDifferenceThatIsSurelySmallerThanTheMarginIsNone() {
        Comparison comparison = compared(RATE_WITHIN_3_PERCENT, 5, i -> rate(1000), i -> rate(1010 + i * 0.1));

        assertThat(comparison.judgements()).singleElement().satisfies(judgement -> {
            assertThat(judgement.effect().excludesZero()).isTrue();
            assertThat(judgement.call()).isEqualTo(Call.EQUIVALENT);
        });
    }

    @Test
    void withoutAnAnswerItSaysHowMuchMoreWouldGiveOne() {
        int few = moreBlocks(0.05);
        int many = moreBlocks(0.1);

        // In all four times as many, if the mean were known; less, since it may then be farther from zero, too.
        assertThat(few).isEqualTo(138);
        assertThat(many).isEqualTo(460);
    }

    private static int moreBlocks(double spread) {
        // Neither zero nor the margin: what is hardest to tell from both.
        Comparison comparison =
                compared(RATE_WITHIN_3_PERCENT, 6, i -> rate(1000), i -> rate(1015 * Math.exp(spread * (i / 2 - 1))));
        Judgement judgement = comparison.judgements().get(0);
        assertThat(judgement.call()).isEqualTo(Call.INCONCLUSIVE);
        return judgement.moreBlocks();
    }

    @Test
    void whatABlockLacksIsNotJudged() {
        Comparison comparison =
                compared(DecisionRule.standard(), 5, i -> block(1000, 10), i -> i == 3 ? rate(1000) : block(1000, 10));

        assertThat(comparison.judgements()).extracting(Judgement::figure).containsExactly(Figures.RATE);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 20, 21})
    void lastLookIsAtAllPairs(int pairs) {
        Comparison comparison = compared(
                RATE_WITHIN_3_PERCENT, pairs, i -> rate(1000), i -> rate(1000 * Math.exp(i / 2 % 2 == 0 ? 0.1 : -0.1)));

        assertThat(comparison.judgements())
                .extracting(judgement -> judgement.effect().blocks())
                .containsExactly(pairs);
    }

    @Test
    void endingEarlyIsALookAtWhatThereIs() {
        Comparison comparison = new Comparison(RATE_WITHIN_3_PERCENT, 20);
        for (int i = 0; i < 3; i++) {
            add(comparison, rate(1000), rate(2000 + i));
        }
        assertThat(comparison.judgements()).isEmpty();

        comparison.end();

        assertThat(comparison.judgements()).extracting(Judgement::call).containsExactly(Call.BETTER);
    }

    @Test
    void fewerThanThreePairsAreNotCalled() {
        Comparison comparison = new Comparison(RATE_WITHIN_3_PERCENT, 20);
        add(comparison, rate(1000), rate(2000));
        add(comparison, rate(1000), rate(2001));

        comparison.end();

        assertThat(comparison.judgements()).singleElement().satisfies(judgement -> {
            assertThat(judgement.call()).isEqualTo(Call.NONE);
            assertThat(judgement.effect().change()).isCloseTo(1.0, within(0.01));
            assertThat(judgement.moreBlocks()).isZero();
        });
    }

    @Test
    void nothingIsTakenAfterTheEnd() {
        Comparison comparison = compared(RATE_WITHIN_3_PERCENT, 5, i -> rate(1000), i -> rate(1000));

        assertThat(comparison.isOver()).isTrue();
        assertThatThrownBy(() -> add(comparison, rate(1000), rate(1000))).isInstanceOf(IllegalStateException.class);
    }

    /** Two figures that have nothing to do with each other, looked at four times: the error is that of all together. */
    @Test
    void theSameSetupIsCalledDifferentNoMoreOftenThanIsSaid() {
        SplittableRandom random = new SplittableRandom(42);
        int repetitions = 2000;
        int wrong = 0;
        DecisionRule rule =
                DecisionRule.of(Set.of(Figures.RATE, Figures.P99), Map.of(Figures.RATE, 1e-9, Figures.P99, 1e-9), 0.95);
        for (int i = 0; i < repetitions; i++) {
            Comparison comparison = new Comparison(rule, 20);
            while (!comparison.isOver()) {
                add(comparison, noisy(random), noisy(random));
            }
            wrong += comparison.judgements().stream().anyMatch(j -> j.call() != Call.INCONCLUSIVE) ? 1 : 0;
        }

        // The margins are too small for anything but a false difference. Noise without memory needs less than is left
        // for it.
        assertThat(wrong / (double) repetitions).isBetween(0.02, 0.05);
    }

    /** Later pairs may be exact, so that the bounds no longer overlap. */
    @Test
    void figureWhoseBoundsOverlapIsNotClear() {
        Comparison comparison = new Comparison(RATE_AND_P99, 20);
        while (!comparison.isOver()) {
            int i = comparison.pairs();
            Block a = i < 4 ? range(1000 + i % 3, 1, Map.of(Figures.P99, 3.0)) : block(1000 + i % 3, 1);
            add(comparison, a, block(2000 + i % 3, 2));
        }

        assertThat(comparison.pairs()).isGreaterThan(6);
        assertThat(comparison.judgements())
                .extracting(Judgement::figure, Judgement::call)
                .containsExactly(tuple(Figures.RATE, Call.BETTER), tuple(Figures.P99, Call.WORSE));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void figureThatIsClearStaysSoWhereALaterBlockHasNoValueOfIt(boolean hasLowEnd) {
        Comparison comparison = new Comparison(RATE_AND_P99, 20);
        while (!comparison.isOver()) {
            int i = comparison.pairs();
            double rate = 1000 * Math.exp(i / 2 % 2 == 0 ? 0.1 : -0.1);
            Block a = i != 10 ? block(1000, 10 + i % 3 * 0.1) : hasLowEnd ? range(1000, 10, Map.of()) : rate(1000);
            add(comparison, a, block(rate, 20));
        }

        assertThat(comparison.judgements())
                .extracting(Judgement::figure, Judgement::call, judgement -> judgement
                        .effect()
                        .blocks())
                .containsExactly(tuple(Figures.RATE, Call.INCONCLUSIVE, 20), tuple(Figures.P99, Call.WORSE, 6));
    }

    /** A divisor that depended on the bounds would give more of the error to fewer figures. */
    @Test
    void figureWhoseBoundsOverlapHasItsPartOfTheError() {
        List<Block> as = Collections.nCopies(6, range(1000, 1, Map.of()));
        List<Block> bs = Collections.nCopies(6, block(2000, 2));
        Design design = new Design.Pairs(List.of(true, false, true, false, true, false));

        assertThat(Judgement.once(RATE_AND_P99, as, bs, design)).singleElement().satisfies(judgement -> {
            assertThat(judgement.figure()).isEqualTo(Figures.RATE);
            assertThat(judgement.alpha()).isCloseTo(0.025, within(1e-12));
        });
        assertThat(compared(RATE_AND_P99, 6, as::get, bs::get).judgements())
                .singleElement()
                .satisfies(judgement ->
                        assertThat(judgement.alpha()).isCloseTo(0.025 * Comparison.SHARE_OF_LAST_LOOK, within(1e-12)));
    }

    private static Comparison compared(DecisionRule rule, int pairs, IntFunction<Block> a, IntFunction<Block> b) {
        Comparison comparison = new Comparison(rule, pairs);
        for (int i = 0; i < pairs; i++) {
            add(comparison, a.apply(i), b.apply(i));
        }
        return comparison;
    }

    /** A and B are first in turns. */
    private static void add(Comparison comparison, Block a, Block b) {
        comparison.add(a, b, comparison.pairs() % 2 == 0);
    }

    private static Block noisy(SplittableRandom random) {
        return block(1000 * Math.exp(gaussian(random) * 0.02), 10 * Math.exp(gaussian(random) * 0.2));
    }

    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private static Block rate(double rate) {
        Map<Figure, Double> values = Map.of(Figures.RATE, rate);
        return new Block(values, values);
    }

    private static Block block(double rate, double p99) {
        Map<Figure, Double> values = Map.of(Figures.RATE, rate, Figures.P99, p99);
        return new Block(values, values);
    }

    /** The p99 is at least so much; its high end, if it has one, is among the given ones. */
    private static Block range(double rate, double p99, Map<Figure, Double> highest) {
        Map<Figure, Double> high = new TreeMap<>(highest);
        high.put(Figures.RATE, rate);
        return new Block(Map.of(Figures.RATE, rate, Figures.P99, p99), high);
    }

    @Test
    void nothingIsSpentEarlyAndAllOfItInTheEnd() {
        AlphaSpending spending = new AlphaSpending(0.05);

        // 2 - 2 Φ(1.959964 / √t) at t = 0.25, 0.5, 0.75 and 1, less what was spent before.
        assertThat(spending.next(0.25)).isCloseTo(0.0000886, within(5e-8));
        assertThat(spending.next(0.5)).isCloseTo(0.0055746 - 0.0000886, within(5e-7));
        assertThat(spending.next(0.75)).isCloseTo(0.0236250 - 0.0055746, within(5e-6));
        assertThat(spending.next(1)).isCloseTo(0.05 - 0.0236250, within(5e-6));
    }

    @Test
    void theStandardJudgesAllFiguresByTheirOwnMargins() {
        DecisionRule rule = DecisionRule.standard();
        assertThat(rule.margins()).containsOnlyKeys(Figures.of(Use.STANDARD));
        rule.margins().forEach((figure, margin) -> assertThat(margin).isEqualTo(figure.margin()));
        assertThat(rule.confidence()).isEqualTo(0.95);
    }

    @Test
    void aMarginThatIsGivenReplacesTheFiguresOwn() {
        DecisionRule rule =
                DecisionRule.of(Set.of(Figures.RATE, Figures.P99), Map.of(Figures.P99, 0.5, Figures.P50, 0.5), 0.9);
        assertThat(rule.margins()).containsOnly(Map.entry(Figures.RATE, 0.03), Map.entry(Figures.P99, 0.5));
        assertThat(rule.confidence()).isEqualTo(0.9);
    }

    @Test
    void theErrorIsDividedAmongFiguresAndAmongComparisons() {
        DecisionRule rule = new DecisionRule(RATE, 0.9);
        assertThat(rule.alphaOfOne(1)).isCloseTo(0.1, within(1e-12));
        assertThat(rule.alphaOfOne(5)).isCloseTo(0.02, within(1e-12));
        assertThat(rule.oneOf(4).confidence()).isCloseTo(0.975, within(1e-12));
        assertThat(rule.oneOf(4).margins()).isEqualTo(RATE);
        assertThat(rule.oneOf(4).alphaOfOne(5)).isCloseTo(0.005, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.1, 1.1, Double.NaN})
    void confidenceIsBetweenZeroAndOne(double confidence) {
        assertThatIllegalArgumentException().isThrownBy(() -> new DecisionRule(RATE, confidence));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, Double.NaN})
    void marginsAreAboveZero(double margin) {
        assertThatIllegalArgumentException().isThrownBy(() -> new DecisionRule(Map.of(Figures.RATE, margin), 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> new DecisionRule(Map.of(), 0.95));
    }
}
