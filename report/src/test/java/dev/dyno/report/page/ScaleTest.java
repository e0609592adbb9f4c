package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.result.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {

    private static List<Double> ticks(Unit unit, double max, int ticks) {
        return Scale.of(Axis.linear("", unit), 0, max, ticks, false).ticks();
    }

    @Test
    void stepsAreOneTwoOrFiveTimesAPowerOfTen() {
        assertThat(ticks(Unit.NUMBER, 10, 4)).containsExactly(0.0, 5.0, 10.0);
        assertThat(ticks(Unit.NUMBER, 2.3, 4)).containsExactly(0.0, 1.0, 2.0, 3.0);
        assertThat(ticks(Unit.NUMBER, 1700, 4)).containsExactly(0.0, 500.0, 1000.0, 1500.0, 2000.0);
    }

    @Test
    void stepsOfBytesArePowersOfTwo() {
        assertThat(ticks(Unit.BYTES, 300 << 20, 4))
                .containsExactly(0.0, 128.0 * (1 << 20), 256.0 * (1 << 20), 384.0 * (1 << 20));
    }

    @Test
    void whatComesWholeHasNoTicksBetween() {
        assertThat(ticks(Unit.COUNT, 1, 8)).containsExactly(0.0, 1.0);
    }

    @Test
    void stepsOfTimeAreThoseOfAClock() {
        assertThat(Scale.of(Axis.linear("", Unit.CLOCK_SECONDS), 0, 95, 4, true).ticks())
                .containsExactly(0.0, 30.0, 60.0, 90.0);
    }

    @Test
    void exactScaleEndsWithItsValues() {
        Scale scale = Scale.of(Axis.linear("", Unit.NUMBER), 0, 95, 4, true);

        assertThat(scale.max()).isEqualTo(95);
        assertThat(scale.place(95)).isEqualTo(1);
        assertThat(scale.ticks()).containsExactly(0.0, 50.0);
    }

    @Test
    void logarithmicScaleEndsAtNiceNumbers() {
        Scale scale = Scale.of(Axis.logarithmic("", Unit.NANOSECONDS), 300, 70_000, 5, false);

        assertThat(scale.min()).isEqualTo(200);
        assertThat(scale.max()).isCloseTo(100_000, within(1e-6));
        assertThat(scale.ticks()).containsExactly(1e3, 1e4, 1e5);
        assertThat(scale.place(0)).isNaN();
        assertThat(scale.place(-1)).isNaN();
    }

    @Test
    void fewDecadesHaveTicksBetween() {
        assertThat(Scale.of(Axis.logarithmic("", Unit.NANOSECONDS), 10, 100, 8, false)
                        .ticks())
                .containsExactly(10.0, 20.0, 50.0, 100.0);
    }

    @Test
    void halfOfTheDecadesIsHalfOfTheWay() {
        assertThat(Scale.of(Axis.logarithmic("", Unit.NANOSECONDS), 1, 100, 4, false)
                        .place(10))
                .isCloseTo(0.5, within(1e-12));
    }

    @Test
    void sharesHaveTheTicksOfHdrHistogram() {
        Axis share = Axis.logarithmic("", Unit.SHARE);
        Scale scale = Scale.of(share, 1, 20_000, 6, true);

        assertThat(scale.max()).isEqualTo(20_000);
        assertThat(scale.ticks().stream().map(Unit.SHARE::text))
                .containsExactly("min", "p50", "p75", "p90", "p99", "p99.9", "p99.99");
    }

    @Test
    void nothingToShowIsAScaleAllTheSame() {
        Scale scale =
                Scale.of(Axis.linear("", Unit.NUMBER), Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 4, false);

        assertThat(scale.min()).isEqualTo(0);
        assertThat(scale.max()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "NUMBER, 1234567, '1,234,567'", "NUMBER, 0.5, 0.5", "NUMBER, 0.00001, 0.00001",
        "NUMBER, 0.00092345, 0.000923", "NANOSECONDS, 0, 0 ns", "NANOSECONDS, 1500, 1.5 \u00b5s",
        "NANOSECONDS, 20000000, 20 ms", "NANOSECONDS, 7.2e12, '7,200 s'", "BYTES, 1536, 1.5 KiB",
        "BYTES_PER_SECOND, 1048576, 1 MiB/s", "PERCENT, 12.5, 12.5 %", "PERCENT, 0.004, 0.004 %",
        "PERCENT, 0.008538, 0.00854 %", "PERCENT, 99.96, 99.96 %", "PERCENT, 99.998, 99.998 %",
        "PERCENT, 99.99999999, 99.9999 %", "PERCENT, 100, 100 %", "CLOCK_SECONDS, 45, 45 s",
        "CLOCK_SECONDS, 65, 1:05", "CLOCK_SECONDS, 7265, 2:01:05"
    })
    void numbersAreShort(Unit unit, double value, String text) {
        assertThat(unit.text(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 3, 0", "0.000318, 3, 0.000318", "0.0500, 3, 0.0500", "9.996, 3, 10.0",
        "38.633, 3, 38.6", "1234.5, 3, '1,235'", "2, 4, 2.000", "999.96, 4, '1,000'"
    })
    void numbersOfAColumnHaveAsManyDigitsAndKeepTheirZeros(double value, int digits, String text) {
        assertThat(Unit.inColumn(value, digits)).isEqualTo(text);
    }

    @Test
    void aSignStandsBeforeTheNumber() {
        assertThat(Unit.NANOSECONDS.signed(-4_000_000)).isEqualTo("-4 ms");
        assertThat(Unit.NANOSECONDS.signed(1_500)).isEqualTo("+1.5 \u00b5s");
    }
}
