package dev.dyno.report;

import dev.dyno.result.LatencyRange;
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
        return "mean: " + (v.unfinished().isPresent() ? us(v.mean()) : us(v.meanNs())) + " - 50.00%: " + us(v.p50())
                + " - 90.00%: " + us(v.p90()) + " - 99.00%: " + us(v.p99()) + " - 99.90%: " + us(v.p999())
                + " - 99.99%: " + us(v.p9999()) + " - max:    " + us(v.max()) + '\n';
    }

    /** What share of a latency's values is only known to be at least so much; nothing if all were observed. */
    static String unfinished(String label, Percentiles values) {
        if (values.unfinished().isEmpty()) {
            return "";
        }
        return line(
                "            %s: %,d of %,d values (%s %%) are only known to be at least so long\n",
                label, values.unfinishedCount(), values.count(), share(values.unfinishedShare()));
    }

    /** In per cent; a small one is not called nothing, and nearly all not all. */
    static String share(double share) {
        double percent = 100 * share;
        return line(percent < 1 || percent > 99 ? "%.3g" : "%.1f", percent);
    }

    private static String us(LatencyRange range) {
        return right(range.text(ns -> Decimals.fixed(ns / NS_PER_US, 2)), 9) + " us";
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
