package dev.dyno.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DecimalsTest {

    @Test
    void fixedDigitsAreThoseOfStringFormat() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 100_000; i++) {
            double value = Math.exp(random.nextDouble(-12, 32));
            int digits = random.nextInt(4);
            assertThat(Decimals.fixed(value, digits)).isEqualTo(String.format(Locale.ROOT, "%." + digits + "f", value));
        }
        assertThat(Decimals.fixed(0, 2)).isEqualTo("0.00");
        assertThat(Decimals.fixed(0.005, 2)).isEqualTo("0.01");
        assertThat(Decimals.fixed(-1.005, 2)).isEqualTo("-1.01");
        assertThat(Decimals.fixed(1e15, 0)).isEqualTo("1000000000000000");
    }

    @Test
    void plainIsTheNumberWithoutAnExponent() {
        assertThat(Decimals.plain(1e-9)).isEqualTo("0.0000000010");
        assertThat(Decimals.plain(1.5e12)).isEqualTo("1500000000000");
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
