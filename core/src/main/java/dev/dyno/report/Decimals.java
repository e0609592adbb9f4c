package dev.dyno.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Decimal numbers as text, the same in every locale and without exponents, for what is written while the load goes on: {@link
 * String#format} takes several times as long for them, and is so large that its compilation is seen in the load generator's CPU.
 */
final class Decimals {

    private static final int NS_DIGITS = 9;

    private Decimals() {}

    /**
     * Exactly the number.
     *
     * @param value finite
     */
    static String plain(double value) {
        return BigDecimal.valueOf(value).toPlainString();
    }

    /**
     * With so many digits behind the point, half of one rounded up, as {@code %.3f} does.
     *
     * @param value finite
     */
    static String fixed(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }

    /** In seconds, with all digits. */
    static String seconds(long ns) {
        return BigDecimal.valueOf(ns, NS_DIGITS).toPlainString();
    }
}
