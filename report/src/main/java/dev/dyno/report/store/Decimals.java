package dev.dyno.report.store;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Decimal numbers as text, the same in every locale and without exponents, for output during the load. {@link String#format}
 * takes several times as long, and is so large that its compilation shows in the load generator's CPU.
 */
public final class Decimals {

    private static final long[] POWERS = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
    };

    private static final int NS_DIGITS = 9;

    /** Bound up to which a number times a power of ten, as a double, is off by less than {@link #DOUBTFUL}. */
    private static final double EXACT = 1L << 42;

    /** Bound below which every whole number is a double. */
    private static final double INTEGERS = 1L << 53;

    /** Bound below which a double is written with a point. */
    private static final double WITHOUT_POINT = 1e7;

    /** Distance from a half below which rounding needs all digits. */
    private static final double DOUBTFUL = 1e-3;

    private Decimals() {}

    /**
     * The exact number.
     *
     * @param value finite
     */
    public static String plain(double value) {
        if (value == Math.rint(value) && Math.abs(value) < INTEGERS) {
            String whole = Long.toString((long) value);
            return Math.abs(value) < WITHOUT_POINT ? whole + ".0" : whole;
        }
        String text = Double.toString(value);
        return text.indexOf('E') < 0 ? text : new BigDecimal(text).toPlainString();
    }

    /**
     * The number with the given number of decimals, rounding half up like {@code %.3f}.
     *
     * @param value finite
     * @param digits 0 to 9
     */
    public static String fixed(double value, int digits) {
        double scaled = Math.abs(value) * POWERS[digits];
        double whole = Math.floor(scaled);
        double rest = scaled - whole;
        if (scaled >= EXACT || Math.abs(rest - 0.5) < DOUBTFUL) {
            return BigDecimal.valueOf(value)
                    .setScale(digits, RoundingMode.HALF_UP)
                    .toPlainString();
        }
        long rounded = (long) whole + (rest > 0.5 ? 1 : 0);
        return withPoint(value < 0 ? -rounded : rounded, digits);
    }

    /** A time in seconds, with all digits. */
    public static String seconds(long ns) {
        return withPoint(ns, NS_DIGITS);
    }

    private static String withPoint(long number, int digits) {
        if (digits == 0) {
            return Long.toString(number);
        }
        long before = number / POWERS[digits];
        long behind = Math.abs(number % POWERS[digits]);
        StringBuilder text = new StringBuilder(24);
        if (number < 0 && before == 0) {
            text.append('-');
        }
        text.append(before).append('.');
        for (int i = digits - 1; i > 0 && behind < POWERS[i]; i--) {
            text.append('0');
        }
        return text.append(behind).toString();
    }
}
