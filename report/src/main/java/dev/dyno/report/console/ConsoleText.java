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

    /** Three significant digits, or all digits before the point. */
    static String millis(double ns) {
        double ms = ns / NS_PER_MS;
        int decimals = ms <= 0 ? 0 : (int) Math.max(0, Math.min(MAX_DECIMALS, 2 - Math.floor(Math.log10(ms))));
        return line("%,." + decimals + "f", ms);
    }

    /** Whole, where a tenth of a message would only be noise. */
    static String perSecond(double rate) {
        return line(rate < 100 && rate != Math.rint(rate) ? "%.1f" : "%,.0f", rate);
    }

    /** In per cent; a small one is not called nothing, and nearly all not all. */
    static String share(double share) {
        double percent = 100 * share;
        return line(percent < 1 || percent > 99 ? "%.3g" : "%.1f", percent);
    }
}
