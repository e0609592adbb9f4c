package dev.dyno.report.console;

import java.util.Locale;

/** Numbers for the console, the same in every locale. */
public final class ConsoleText {

    private static final double NS_PER_MS = 1e6;
    private static final int MAX_DECIMALS = 6;

    private ConsoleText() {}

    public static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Milliseconds with three significant digits, or all digits before the point. */
    static String millis(double ns) {
        double ms = ns / NS_PER_MS;
        int decimals = ms <= 0 ? 0 : (int) Math.max(0, Math.min(MAX_DECIMALS, 2 - Math.floor(Math.log10(ms))));
        return line("%,." + decimals + "f", ms);
    }

    /** A rate as a whole number, unless it is small. */
    static String perSecond(double rate) {
        return line(rate < 100 && rate != Math.rint(rate) ? "%.1f" : "%,.0f", rate);
    }

    /** A share in per cent; a small one is not rounded to 0, nor nearly all to 100. */
    static String share(double share) {
        double percent = 100 * share;
        return line(percent < 1 || percent > 99 ? "%.3g" : "%.1f", percent);
    }
}
