package dev.dyno.report.export;

import static dev.dyno.report.console.ConsoleText.line;

import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentiles;
import dev.dyno.report.store.Decimals;

/** Lines of {@code artemis perf}, with the same columns. Numbers look the same in every locale, so that scripts can read them. */
final class ArtemisPerfFormat {

    private static final double NS_PER_US = 1000;

    private ArtemisPerfFormat() {}

    static String rate(String label, long perSecond) {
        return "--- " + left(label, 10) + ' ' + right(Long.toString(perSecond), 8) + " msg/sec\n";
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
        StringBuilder text = new StringBuilder("mean: ").append(v.hasUnfinished() ? us(v.mean()) : us(v.meanNs()));
        v.ranges().forEach((percentile, range) -> text.append(" - ")
                .append(Decimals.fixed(percentile.percent(), 2))
                .append("%: ")
                .append(us(range)));
        return text.append(" - max:    ").append(us(v.max())).append('\n').toString();
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
}
