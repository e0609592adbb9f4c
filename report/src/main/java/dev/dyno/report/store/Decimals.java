package dev.dyno.report.store;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Decimal numbers as text, the same in every locale and without exponents, for what is written while the load goes on: {@link
 * String#format} takes several times as long for them, and is so large that its compilation is seen in the load generator's CPU.
 */
public final class Decimals {

    private static final long[] POWERS = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
    };

    private static final int NS_DIGITS = 9;

    /** Up to here, a number times a power of ten that is a double is off by less than {@link #DOUBTFUL}. */
    private static final double EXACT = 1L << 42;

    /** Below, every whole number is a double. */
    private static final double INTEGERS = 1L << 53;

    /** Doubles are written with a point below. */
    private static final double WITHOUT_POINT = 1e7;

    /** So near to a half, it takes all digits to say which way to round. */
    private static final double DOUBTFUL = 1e-3;

    private Decimals() {}

    /**
     * Exactly the number.
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
     * With so many digits behind the point, half of one rounded up, as {@code %.3f} does.
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

    /** In seconds, with all digits. */
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
