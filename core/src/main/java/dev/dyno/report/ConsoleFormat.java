package dev.dyno.report;

import dev.dyno.result.Percentiles;
import java.util.Locale;

/**
 * The lines of {@code artemis perf}, to the column. Numbers look the same in every locale, so that scripts can read them.
 */
final class ConsoleFormat {

    private static final String LATENCY = "mean: %9.2f us - 50.00%%: %9.2f us - 90.00%%: %9.2f us - 99.00%%: %9.2f us"
            + " - 99.90%%: %9.2f us - 99.99%%: %9.2f us - max:    %9.2f us\n";
    private static final double NS_PER_US = 1000;

    private ConsoleFormat() {}

    static String rate(String label, long perSecond) {
        return line("--- %-10s %8d msg/sec\n", label, perSecond);
    }

    /** A number of messages in an interval, in the columns of the rates. */
    static String count(String label, long messages) {
        return line("--- %-10s %8d msg\n", label, messages);
    }

    static String total(String label, long messages) {
        return line("--- %-16s%12d\n", label, messages);
    }

    static String result(boolean success) {
        return line("--- %-16s%12s\n", "result:", success ? "success" : "fail");
    }

    static String latency(String label, Percentiles values) {
        return line("--- %-16s ", label) + values(values);
    }

    static String aggregated(String label, Percentiles values) {
        return line("--- aggregated %-16s ", label) + values(values);
    }

    private static String values(Percentiles v) {
        return line(
                LATENCY,
                v.meanNs() / NS_PER_US,
                v.p50Ns() / NS_PER_US,
                v.p90Ns() / NS_PER_US,
                v.p99Ns() / NS_PER_US,
                v.p999Ns() / NS_PER_US,
                v.p9999Ns() / NS_PER_US,
                v.maxNs() / NS_PER_US);
    }

    static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
