package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DecimalsTest {

    @Test
    void fixedDigitsAreThoseOfStringFormat() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            double value = Math.exp(random.nextDouble(-12, 32));
            int digits = random.nextInt(4);
            assertThat(Decimals.fixed(value, digits)).isEqualTo(String.format(Locale.ROOT, "%." + digits + "f", value));
        }
        for (int i = 0; i < 10_000; i++) {
            // Halves, and their neighbours: as they are written, which a product with a power of ten need not be.
            double half = (2 * random.nextInt(-100_000, 100_000) + 1) / 2_000.0;
            for (double value : new double[] {half, Math.nextUp(half), Math.nextDown(half)}) {
                assertThat(Decimals.fixed(value, 3)).isEqualTo(formatted(value));
                assertThat(Decimals.fixed(value / 10, 3)).isEqualTo(formatted(value / 10));
            }
        }
        for (int i = 0; i < 10_000; i++) {
            // As large as can be told without all digits, like the seconds since 1970.
            double value = random.nextLong(1L << 43) / 1_000.0;
            assertThat(Decimals.fixed(value, 3)).isEqualTo(formatted(value));
        }
        assertThat(Decimals.fixed(0, 2)).isEqualTo("0.00");
        assertThat(Decimals.fixed(0.005, 2)).isEqualTo("0.01");
        assertThat(Decimals.fixed(-1.005, 2)).isEqualTo("-1.01");
        assertThat(Decimals.fixed(1e15, 0)).isEqualTo("1000000000000000");
    }

    /** A zero has no sign here. */
    private static String formatted(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.equals("-0.000") ? "0.000" : text;
    }

    @Test
    void plainIsTheNumberWithoutAnExponent() {
        assertThat(Decimals.plain(1e-9)).isEqualTo("0.0000000010");
        assertThat(Decimals.plain(1.5e12)).isEqualTo("1500000000000");
        assertThat(Decimals.plain(-2)).isEqualTo("-2.0");
        assertThat(Decimals.plain(0)).isEqualTo("0.0");
        assertThat(Decimals.plain(0.25)).isEqualTo("0.25");
        for (double whole : new double[] {9_999_999, 1e7, 12_345_678, (1L << 53) - 1, 1L << 53, 1e16, 1e18}) {
            assertThat(Decimals.plain(whole))
                    .isEqualTo(BigDecimal.valueOf(whole).toPlainString());
            assertThat(Decimals.plain(-whole))
                    .isEqualTo(BigDecimal.valueOf(-whole).toPlainString());
        }
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(Decimals.plain(value))).isEqualTo(value);
            }
        }
    }

    @Test
    void secondsHaveAllTheirNanoseconds() {
        assertThat(Decimals.seconds(0)).isEqualTo("0.000000000");
        assertThat(Decimals.seconds(1)).isEqualTo("0.000000001");
        assertThat(Decimals.seconds(-1_500_000_000)).isEqualTo("-1.500000000");
        assertThat(Decimals.seconds(Long.MAX_VALUE)).isEqualTo("9223372036.854775807");
    }
}
