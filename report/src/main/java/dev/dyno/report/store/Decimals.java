package dev.dyno.report.store;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Decimal numbers as text, the same in every locale and without exponents, for output during the load. {@link String#format}
 * takes several times as long, and is so large that its compilation shows in the load generator's CPU.
 */
public final class Decimals {

    private Decimals() {}

    /**
     * The exact number.
     *
     * @param value finite
     */
    public static String plain(double value) {
        return BigDecimal.valueOf(value).toPlainString();
    }

    /**
     * The number with the given number of decimals, rounding half up like {@code %.3f}.
     *
     * @param value finite
     */
    public static String fixed(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }

    /** A time in seconds, with all digits. */
    public static String seconds(long ns) {
        return BigDecimal.valueOf(ns, 9).toPlainString();
    }
}
