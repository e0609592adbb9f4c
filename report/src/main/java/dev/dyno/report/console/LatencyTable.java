package dev.dyno.report.console;

import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.store.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/** Latencies in rows, percentiles in columns, for the console. */
final class LatencyTable {

    /** Latency in ns, 1,000 s: if a maximum reaches it, all numbers of the table are in seconds instead of ms. */
    private static final long MANY_NS = 1_000_000_000_000L;

    /** Latencies in the order of the table: those that runs are judged by, then their parts. */
    private static final List<Latency> ORDER = List.of(
            Latency.RESPONSE,
            Latency.END_TO_END,
            Latency.ROUND_TRIP,
            Latency.CONNECT,
            Latency.BY_TIMESTAMP,
            Latency.OWN_DELAY,
            Latency.SEND_DELAY,
            Latency.SEND_ACK,
            Latency.TRANSFER,
            Latency.COMMIT,
            Latency.RECEIVE_COMMIT,
            Latency.BLOCKED_TIME);

    private LatencyTable() {}

    /**
     * The lines; empty if nothing was measured.
     *
     * @param verdict verdict with the marks: {@code ~} is before a number with a mark, unless it is shown as a bound
     * @param all whether to show means and the blocked time, too
     */
    static List<String> lines(Latencies latencies, Verdict verdict, boolean all, int width) {
        List<String> lines = lines(latencies, verdict, all, LatencyRange::text);
        return lines.stream().allMatch(line -> line.length() <= width)
                ? lines
                // The lower end of a range is shorter than both ends, and true as well.
                : lines(
                        latencies,
                        verdict,
                        all,
                        (range, number) -> (range.isExact() ? "" : "≥ ") + number.apply(range.lowNs()));
    }

    private static List<String> lines(
            Latencies latencies,
            Verdict verdict,
            boolean all,
            BiFunction<LatencyRange, LongFunction<String>, String> text) {
        boolean inSeconds = latencies.percentiles().values().stream().anyMatch(values -> values.maxNs() >= MANY_NS);
        LongFunction<String> number = ns -> Unit.inColumn(ns / (inSeconds ? 1e9 : 1e6), 3);
        List<List<String>> rows = new ArrayList<>();
        for (Latency latency : ORDER) {
            Optional<Percentiles> values = latencies.percentiles(latency);
            if (values.isPresent() && (all || latency != Latency.BLOCKED_TIME)) {
                List<String> row = new ArrayList<>(List.of(latency.title()));
                Percentiles known = values.orElseThrow();
                if (all) {
                    row.add(marked(
                            text.apply(known.mean(), number), known.mean(), number, verdict.mark(latency, "mean")));
                }
                for (Percentile percentile : Percentile.values()) {
                    LatencyRange range = known.of(percentile);
                    row.add(marked(text.apply(range, number), range, number, verdict.mark(latency, percentile)));
                }
                row.add(marked(text.apply(known.max(), number), known.max(), number, verdict.mark(latency, "max")));
                rows.add(row);
            }
        }
        if (rows.isEmpty()) {
            return List.of();
        }
        List<String> head = new ArrayList<>(List.of(inSeconds ? "latency s" : "latency ms"));
        if (all) {
            head.add("mean");
        }
        Arrays.stream(Percentile.values()).map(Percentile::title).forEach(head::add);
        head.add("max");
        rows.add(0, head);
        return Grid.aligned(rows, column -> column > 0);
    }

    /** A number, with {@code ~} before it if it has a mark and is not shown as a bound or a range. */
    static String marked(String shown, LatencyRange range, LongFunction<String> number, Optional<FigureMark> mark) {
        return (mark.isPresent() && shown.equals(number.apply(range.lowNs())) ? "~" : "") + shown;
    }
}
