package dev.dyno.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionRuleTest {

    private static final Map<Figure, Double> RATE = Map.of(Figures.RATE, 0.03);

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
