package dev.dyno.report;

import dev.dyno.result.Percentiles;
import java.util.Locale;

/**
 * The lines of {@code artemis perf}, to the column. Numbers look the same in every locale, so that scripts can read them.
 */
final class ConsoleFormat {

    private static final double NS_PER_US = 1000;

    private ConsoleFormat() {}

    static String rate(String label, long perSecond) {
        return live(label, perSecond, " msg/sec\n");
    }

    /** A number of messages in an interval, in the columns of the rates. */
    static String count(String label, long messages) {
        return live(label, messages, " msg\n");
    }

    private static String live(String label, long number, String unit) {
        return "--- " + left(label, 10) + ' ' + right(Long.toString(number), 8) + unit;
    }

    static String total(String label, long messages) {
        return line("--- %-16s%12d\n", label, messages);
    }

    static String result(boolean success) {
        return line("--- %-16s%12s\n", "result:", success ? "success" : "fail");
    }

    static String latency(String label, Percentiles values) {
        return "--- " + left(label, 16) + ' ' + values(values);
    }

    static String aggregated(String label, Percentiles values) {
        return "--- aggregated " + left(label, 16) + ' ' + values(values);
    }

    private static String values(Percentiles v) {
        return "mean: " + us(v.meanNs()) + " - 50.00%: " + us(v.p50Ns()) + " - 90.00%: " + us(v.p90Ns())
                + " - 99.00%: " + us(v.p99Ns()) + " - 99.90%: " + us(v.p999Ns()) + " - 99.99%: " + us(v.p9999Ns())
                + " - max:    " + us(v.maxNs()) + '\n';
    }

    private static String us(long ns) {
        return us((double) ns);
    }

    private static String us(double ns) {
        return right(Decimals.fixed(ns / NS_PER_US, 2), 9) + " us";
    }

    private static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
