package dev.dyno.report.export;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.LiveView;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.Roles;
import java.io.Flushable;
import java.io.IOException;
import java.util.List;

/**
 * Reporter with the standard output of {@code artemis perf}: its live lines and its summary in their exact form, and nothing
 * else.
 *
 * <p>As in that tool, totals include the warmup and aggregated latencies do not; rates are per second even in a shorter interval;
 * values that were not measured are left out.
 *
 * @param out output, flushed after each interval if it is a {@link Flushable}
 */
public record ArtemisPerfReporter(Appendable out, Options options) implements Reporter {

    /**
     * @param showLatency whether live lines have percentiles; the summary always has them
     * @param silent whether nothing is shown
     * @param scheduled whether there is a target rate, so that a delay against it can be shown
     * @param sides whose lines are shown
     */
    public record Options(boolean showLatency, boolean silent, boolean scheduled, Roles sides) {}

    private static final List<Latency> ORDER = List.of(Latency.SEND_DELAY, Latency.SEND_ACK, Latency.TRANSFER);

    @Override
    public void onInterval(Interval interval) throws IOException {
        if (options.silent() || LiveView.isTail(interval)) {
            return;
        }
        Counts counts = interval.counts();
        StringBuilder text = new StringBuilder(1024);
        text.append("\n--- warmup ")
                .append(interval.phase() == Interval.Phase.WARMUP)
                .append('\n');
        if (options.sides().produces()) {
            text.append(ArtemisPerfFormat.rate("sent:", LiveView.perSecond(interval, counts.sent())));
            text.append(ArtemisPerfFormat.rate("blocked:", LiveView.perSecond(interval, counts.blocked())));
            text.append(ArtemisPerfFormat.rate("completed:", LiveView.perSecond(interval, counts.acknowledged())));
        }
        if (options.sides().consumes()) {
            text.append(ArtemisPerfFormat.rate("received:", LiveView.perSecond(interval, counts.received())));
        }
        if (options.showLatency()) {
            Latencies latencies = interval.shown();
            for (Latency latency : shown()) {
                latencies
                        .percentiles(latency)
                        .ifPresent(values -> text.append(ArtemisPerfFormat.latency(liveLabel(latency), values)));
            }
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
        text.append(ArtemisPerfFormat.result(result.outcome().success()));
        if (options.sides().produces()) {
            text.append(ArtemisPerfFormat.total("total sent:", totals.sent()));
            text.append(ArtemisPerfFormat.total("total blocked:", totals.blocked()));
            text.append(ArtemisPerfFormat.total("total completed:", totals.acknowledged()));
        }
        if (options.sides().consumes()) {
            text.append(ArtemisPerfFormat.total("total received:", totals.received()));
        }
        for (Latency latency : shown()) {
            result.latencies()
                    .percentiles(latency)
                    .ifPresent(values -> text.append(ArtemisPerfFormat.aggregated(aggregatedLabel(latency), values)));
        }
        print(text);
    }

    /** Latencies to show; without a target rate there is no send delay. */
    private List<Latency> shown() {
        return options.scheduled() ? ORDER : ORDER.subList(1, ORDER.size());
    }

    private static String liveLabel(Latency latency) {
        return latency == Latency.SEND_DELAY
                ? "send delay time:"
                : latency == Latency.SEND_ACK ? "send ack time:" : "transfer time:";
    }

    private static String aggregatedLabel(Latency latency) {
        return latency == Latency.SEND_DELAY
                ? "delay send time:"
                : latency == Latency.SEND_ACK ? "send time:" : "transfer time:";
    }

    private void print(CharSequence text) throws IOException {
        out.append(text);
        if (out instanceof Flushable flushable) {
            flushable.flush();
        }
    }
}
