package dev.dyno.report.export;

import static dev.dyno.model.result.Unit.line;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.Decimals;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.Roles;
import java.io.Flushable;
import java.io.IOException;
import java.util.List;

/**
 * Reporter with the standard output of {@code artemis perf}: its live lines and its summary in their exact form, and nothing
 * else.
 *
 * <p>Like in that tool, totals include the warm-up and aggregated latencies do not; rates are per second even in a shorter
 * interval; values that were not measured are left out. Numbers look alike in every locale, so that scripts can read them.
 *
 * @param out output, flushed after each interval if it is a {@link Flushable}
 */
public record ArtemisPerfReporter(Appendable out, Options options) implements Reporter {

    /**
     * @param showLatency whether live lines have percentiles; the summary always has them
     * @param silent whether nothing is shown
     * @param scheduled whether there is a target rate, so that a delay against it can be shown
     * @param roles sides of the load whose lines are shown
     */
    public record Options(boolean showLatency, boolean silent, boolean scheduled, Roles roles) {}

    private static final double NS_PER_US = 1000;
    private static final List<Named> ORDER = List.of(
            new Named(Latency.SEND_DELAY, "send delay time:", "delay send time:"),
            new Named(Latency.SEND_ACK, "send ack time:", "send time:"),
            new Named(Latency.TRANSFER, "transfer time:", "transfer time:"));

    /** A latency with its names in live lines and in the summary. */
    private record Named(Latency latency, String live, String inSummary) {}

    @Override
    public void onInterval(Interval interval) throws IOException {
        if (options.silent() || !interval.hasRates()) {
            return;
        }
        Counts counts = interval.counts();
        StringBuilder text = new StringBuilder(1024);
        text.append("\n--- warmup ")
                .append(interval.phase() == Interval.Phase.WARMUP)
                .append('\n');
        if (options.roles().produces()) {
            text.append(rate("sent:", interval.wholePerSecond(counts.sent())));
            text.append(rate("blocked:", interval.wholePerSecond(counts.blocked())));
            text.append(rate("completed:", interval.wholePerSecond(counts.acknowledged())));
        }
        if (options.roles().consumes()) {
            text.append(rate("received:", interval.wholePerSecond(counts.received())));
        }
        if (options.showLatency()) {
            Latencies latencies = interval.shown();
            shown().forEach(each -> latencies
                    .percentiles(each.latency)
                    .ifPresent(values -> text.append(line("--- %-16s ", each.live) + values(values))));
        }
        print(text);
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        if (options.silent()) {
            return;
        }
        Counts totals = result.totals();
        StringBuilder text = new StringBuilder(2048);
        text.append("\n--- SUMMARY\n");
        text.append(line("--- %-16s%12s\n", "result:", result.outcome().success() ? "success" : "fail"));
        if (options.roles().produces()) {
            text.append(total("total sent:", totals.sent()));
            text.append(total("total blocked:", totals.blocked()));
            text.append(total("total completed:", totals.acknowledged()));
        }
        if (options.roles().consumes()) {
            text.append(total("total received:", totals.received()));
        }
        shown().forEach(each -> result.latencies()
                .percentiles(each.latency)
                .ifPresent(values -> text.append(line("--- aggregated %-16s ", each.inSummary) + values(values))));
        print(text);
    }

    /** Latencies to show; without a target rate there is no send delay. */
    private List<Named> shown() {
        return options.scheduled() ? ORDER : ORDER.subList(1, ORDER.size());
    }

    private static String rate(String label, long perSecond) {
        return line("--- %-10s %8d msg/sec\n", label, perSecond);
    }

    private static String total(String label, long messages) {
        return line("--- %-16s%12d\n", label, messages);
    }

    /** Mean, percentiles and maximum. */
    static String values(Percentiles all) {
        StringBuilder text =
                new StringBuilder("mean: ").append(all.hasUnfinished() ? us(all.mean()) : us(all.meanNs()));
        all.ranges().forEach((percentile, range) -> text.append(line(" - %.2f%%: ", percentile.percent()))
                .append(us(range)));
        return text.append(" - max:    ").append(us(all.max())).append('\n').toString();
    }

    private static String us(LatencyRange range) {
        return line("%9s us", range.text(ns -> Decimals.fixed(ns / NS_PER_US, 2)));
    }

    private static String us(double ns) {
        return line("%9s us", Decimals.fixed(ns / NS_PER_US, 2));
    }

    private void print(CharSequence text) throws IOException {
        out.append(text);
        if (out instanceof Flushable flushable) {
            flushable.flush();
        }
    }
}
