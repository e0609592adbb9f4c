package dev.dyno.report.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Series whose changes are known. */
class ChangesTest {

    /** The levels with noise of 1 %, the same in each test. */
    private static double[] series(double... levels) {
        Random random = new Random(7);
        return DoubleStream.of(levels)
                .map(level -> level * (1 + 0.01 * random.nextGaussian()))
                .toArray();
    }

    private static double[] levels(double... countAndLevel) {
        return IntStream.range(0, countAndLevel.length / 2)
                .mapToObj(i ->
                        DoubleStream.generate(() -> countAndLevel[2 * i + 1]).limit((long) countAndLevel[2 * i]))
                .flatMapToDouble(part -> part)
                .toArray();
    }

    /**
     * Without the lowest and the highest value the means are 3 and 13; with these replaced by their neighbours, the squares around
     * the mean sum up to 4, so each side's variance of the mean is 4 / (3 * 2).
     */
    @Test
    void theRobustTestIsThatOnPaper() {
        RobustTest test = RobustTest.of(new double[] {1, 2, 3, 4, 1000}, new double[] {11, 12, 13, 14, 15});
        assertThat(test.difference()).isEqualTo(10);
        assertThat(test.error()).isCloseTo(Math.sqrt(4.0 / 3), within(1e-12));
        assertThat(test.freedom()).isCloseTo(4, within(1e-12));
        // 8.610 is the quantile of Student's distribution with 4 degrees of freedom for 0.001 on both sides.
        assertThat(test.p()).isBetween(0.0009, 0.001);
        assertThat(test.halfWidth(0.95)).isCloseTo(2.776 * Math.sqrt(4.0 / 3), within(0.001));
        assertThat(RobustTest.of(new double[] {1, 1, 1, 1, 1}, new double[] {1, 1, 1, 1, 1})
                        .p())
                .isEqualTo(1);
    }

    /** Only orders with all zeros in front or all behind are as good: 2 of 252. */
    @Test
    void theSplitIsAtTheChangeAndItsChanceIsThatOnPaper() {
        EnergySplit split = EnergySplit.of(levels(5, 0, 5, 1), 5, 1);
        assertThat(split.at()).isEqualTo(5);
        assertThat(split.p()).isCloseTo(2 / 252.0, within(0.009));
        assertThat(EnergySplit.of(series(levels(20, 100)), 5, 1).p()).isGreaterThan(0.01);
    }

    @Test
    void oneChangeIsFoundWithItsSize() {
        Changes found = Changes.of(series(levels(15, 100, 15, 110)));
        assertThat(found.changes()).singleElement().satisfies(change -> {
            assertThat(change.at()).isEqualTo(15);
            assertThat(change.share()).isCloseTo(0.10, within(0.01));
            assertThat(change.lowest()).isBetween(0.07, 0.10);
            assertThat(change.highest()).isBetween(0.10, 0.13);
        });
        assertThat(found.spikes()).isEmpty();
    }

    @Test
    void aFixAfterARegressionIsTwoChanges() {
        assertThat(Changes.of(series(levels(12, 100, 12, 120, 12, 100))).changes())
                .extracting(Changes.Change::at)
                .containsExactly(12, 24);
    }

    @Test
    void steadySeriesHaveNoChange() {
        assertThat(Changes.of(series(levels(40, 100))).changes()).isEmpty();
        assertThat(Changes.of(levels(40, 100)).changes()).isEmpty();
        assertThat(Changes.of(new double[0]).changes()).isEmpty();
    }

    @Test
    void singleValuesThatStandApartAreNoChangeAndHideNone() {
        double[] values = series(levels(15, 100, 15, 110));
        values[4] = 190;
        values[22] = 60;
        Changes found = Changes.of(values);
        assertThat(found.spikes()).containsExactly(4, 22);
        assertThat(found.changes()).extracting(Changes.Change::at).containsExactly(15);
    }

    @Test
    void threeValuesAreNoChangeYet() {
        assertThat(Changes.of(series(levels(20, 100, 3, 130))).changes()).isEmpty();
        assertThat(Changes.of(series(levels(20, 100, 6, 130))).changes())
                .extracting(Changes.Change::at)
                .containsExactly(20);
    }
}
