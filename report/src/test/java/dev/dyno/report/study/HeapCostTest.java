package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.report.study.HeapCost.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapCostTest {

    @Test
    void pointsOnALineGiveItExactly() {
        HeapCost cost = HeapCost.of(List.of(new Point(0, 1000), new Point(100, 3000), new Point(300, 7000)))
                .orElseThrow();
        assertThat(cost.perMessage()).isEqualTo(20, within(1e-9));
        assertThat(cost.base()).isEqualTo(1000, within(1e-9));
        assertThat(cost.mostHeld()).isEqualTo(300);
        assertThat(cost.isClear()).isTrue();
        HeapCost.Safe safe = cost.safe(5000).orElseThrow();
        assertThat(safe.messages()).isEqualTo(200, within(1e-6));
        assertThat(safe.lowest()).isEqualTo(200, within(1e-6));
        assertThat(safe.highest()).isEqualTo(200, within(1e-6));
        assertThat(cost.safe(500).orElseThrow().messages()).isZero();
    }

    /**
     * By hand, of (1, 2), (2, 4), (3, 5), (4, 4), (5, 5): slope 0.6, base 2.2, sum of squares 2.4, so spread sqrt(0.8); t(3) at
     * 97.5 % is 3.18245, and the slope may be wrong by 3.18245 * sqrt(0.8 / 10) = 0.900, more than itself.
     */
    @Test
    void slopeThatCouldBeNoneHasNoAnswer() {
        HeapCost cost = HeapCost.of(
                        List.of(new Point(1, 2), new Point(2, 4), new Point(3, 5), new Point(4, 4), new Point(5, 5)))
                .orElseThrow();
        assertThat(cost.perMessage()).isEqualTo(0.6, within(1e-12));
        assertThat(cost.base()).isEqualTo(2.2, within(1e-12));
        assertThat(cost.spread()).isEqualTo(Math.sqrt(0.8), within(1e-12));
        assertThat(cost.perMessageHalfWidth()).isEqualTo(0.90013, within(1e-5));
        assertThat(cost.isClear()).isFalse();
        assertThat(cost.safe(10)).isEmpty();
    }

    /** At both ends of the interval, the bound of the line is the heap that may be filled. */
    @Test
    void boundsOfTheLineReachTheHeapAtTheEndsOfTheInterval() {
        HeapCost cost = HeapCost.of(List.of(
                        new Point(10, 121),
                        new Point(20, 139),
                        new Point(30, 162),
                        new Point(40, 178),
                        new Point(50, 201)))
                .orElseThrow();
        HeapCost.Safe safe = cost.safe(300).orElseThrow();
        assertThat(safe.lowest()).isLessThan(safe.messages());
        assertThat(safe.highest()).isGreaterThan(safe.messages());
        assertThat(line(cost, safe.lowest()) + band(cost, safe.lowest())).isEqualTo(300, within(1e-6));
        assertThat(line(cost, safe.highest()) - band(cost, safe.highest())).isEqualTo(300, within(1e-6));
    }

    private static double line(HeapCost cost, double x) {
        return cost.base() + cost.perMessage() * x;
    }

    private static double band(HeapCost cost, double x) {
        double d = x - cost.meanX();
        return cost.quantile() * cost.spread() * Math.sqrt(1.0 / cost.points() + d * d / cost.slopeSquares());
    }

    @Test
    void fewPointsOrAllOfTheSameHeldGiveNoLine() {
        assertThat(HeapCost.of(List.of())).isEmpty();
        assertThat(HeapCost.of(List.of(new Point(1, 1), new Point(2, 2)))).isEmpty();
        assertThat(HeapCost.of(List.of(new Point(1, 1), new Point(1, 2), new Point(1, 3))))
                .isEmpty();
    }
}
