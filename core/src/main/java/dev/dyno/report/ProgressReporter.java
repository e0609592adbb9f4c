package dev.dyno.report;

import dev.dyno.result.Counts;
import dev.dyno.result.Interval;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.LatencyRange;
import dev.dyno.result.RunResult;
import java.io.Flushable;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** One line for each run, which tells how far it has come: on a terminal always the same line, elsewhere one now and then. */
public final class ProgressReporter implements Reporter {

    /** Elsewhere than on a terminal, a line each so many intervals. */
    private static final int SELDOM = 10;

    /**
     * What the run is.
     *
     * @param label which run of how many, and of what
     * @param duration of the load; zero = until stopped
     * @param deliveries of each message that are owed; 0 = not known
     * @param terminal whether the line can be written over
     */
    public record Options(String label, Duration duration, int deliveries, boolean terminal) {}

    private final Appendable out;
    private final Options options;
    private long owed;
    private long received;
    private int intervals;
    private int width;

    /** @param out is flushed after each line if it is a {@link Flushable} */
    public ProgressReporter(Appendable out, Options options) {
        this.out = out;
        this.options = options;
    }

    @Override
    public void onInterval(Interval interval) throws IOException {
        Counts counts = interval.counts();
        owed += counts.acknowledged() * options.deliveries();
        received += counts.received();
        if (options.terminal()) {
            show("\r" + line(interval), "");
        } else if (intervals % SELDOM == 0) {
            show(line(interval), "\n");
        }
        intervals++;
    }

    private String line(Interval interval) {
        Counts counts = interval.counts();
        StringBuilder line = new StringBuilder(120)
                .append(options.label())
                .append("  ")
                .append(interval.phase().name().toLowerCase(Locale.ROOT))
                .append("  ")
                .append(clock(interval.endNs()));
        long planned = options.duration().toNanos();
        if (planned > 0 && interval.phase() != Interval.Phase.DRAIN) {
            line.append(", ")
                    .append(clock(Math.max(0, planned - interval.endNs())))
                    .append(" left");
        }
        line.append(String.format(
                Locale.ROOT,
                "  %,d/s",
                LiveView.perSecond(interval, Math.max(counts.acknowledged(), counts.received()))));
        headline(interval).ifPresent(range -> line.append("  p99 ").append(range.text(ProgressReporter::millis)));
        if (options.deliveries() > 0) {
            line.append(String.format(Locale.ROOT, "  backlog %,d", Math.max(0, owed - received)));
        }
        return line.toString();
    }

    private static Optional<LatencyRange> headline(Interval interval) {
        Latencies latencies = LiveView.latencies(interval);
        return latencies.percentile(Latency.END_TO_END, 99).or(() -> latencies.percentile(Latency.RESPONSE, 99));
    }

    private static String millis(long ns) {
        double millis = ns / 1e6;
        return String.format(Locale.ROOT, millis < 999.5 ? "%.3g ms" : "%,.0f ms", millis);
    }

    private static String clock(long ns) {
        long seconds = Math.round(ns / 1e9);
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        String end = options.label() + "  "
                + result.outcome()
                        .cause()
                        .map(cause -> "failed: " + cause)
                        .orElseGet(() -> result.outcome().interrupted() ? "stopped" : "done")
                + ", " + result.verdict().level();
        show((options.terminal() ? "\r" : "") + end, "\n");
        width = 0;
    }

    /** The rest of a longer line before is wiped. */
    private void show(String line, String end) throws IOException {
        out.append(line)
                .append(options.terminal() ? " ".repeat(Math.max(0, width - line.length())) : "")
                .append(end);
        width = line.length();
        if (out instanceof Flushable flushable) {
            flushable.flush();
        }
    }

    @Override
    public void close() {
        // The console stays open.
    }
}
