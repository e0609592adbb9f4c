package dev.dyno.model.verdict;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers in sentences for users. */
final class NumberText {

    private static final double KIB = 1024;

    private NumberText() {}

    /**
     * A time with three significant digits, in the unit that needs the fewest: {@code 1.18 s}, {@code 210 ms}, {@code 4.07 us}.
     */
    static String duration(double ns) {
        if (ns >= 999.5e6) {
            return number(ns / 1e9) + " s";
        }
        if (ns >= 999.5e3) {
            return number(ns / 1e6) + " ms";
        }
        return ns >= 999.5 ? number(ns / 1e3) + " us" : number(ns) + " ns";
    }

    static String duration(long ns) {
        return duration((double) ns);
    }

    /** A number with three significant digits, or all digits before the point, with thousands separators. */
    static String number(double value) {
        double size = Math.abs(value);
        int decimals = size >= 99.95 || value == Math.rint(value) ? 0 : size >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** For example {@code p99} or {@code p99.9}. */
    static String percentileName(double percentile) {
        return "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
    }

    static String bytes(double bytes) {
        if (bytes < KIB) {
            return number(bytes) + " B";
        }
        if (bytes < KIB * KIB) {
            return number(bytes / KIB) + " KiB";
        }
        return bytes < KIB * KIB * KIB ? number(bytes / KIB / KIB) + " MiB" : number(bytes / KIB / KIB / KIB) + " GiB";
    }

    static String percent(long part, long whole) {
        return number(100.0 * part / whole) + " %";
    }
}
