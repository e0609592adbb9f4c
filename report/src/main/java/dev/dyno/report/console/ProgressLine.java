package dev.dyno.report.console;

import static dev.dyno.model.result.Unit.line;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.Unit;
import dev.dyno.model.workload.Phases;
import dev.dyno.report.store.Roles;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One second of a load as a line: phase and time left, actual and requested rate, backlog, latency, and named groups. If the line
 * would be too long, it lacks more and more of: the groups, a percentile, the times of the phase, the backlog, the latency.
 */
public final class ProgressLine {

    private static final String GAP = "  ";

    /**
     * Properties of the load.
     *
     * @param phases phases of the load, with their durations
     * @param due number of messages due before a time, in ns from the start of the load; empty without a schedule
     * @param roles sides of the load that this process runs
     * @param deliveries number of deliveries owed for each message; 0 = unknown
     */
    public record OfLoad(Phases phases, Optional<LongUnaryOperator> due, Roles roles, int deliveries) {}

    private final OfLoad load;
    private final long warmupNs;
    private long owed;
    private long received;
    private long measuredFromNs = -1;
    private long drainedFromNs = -1;

    ProgressLine(OfLoad load) {
        this.load = load;
        warmupNs = load.phases().warmup().toNanos();
    }

    String of(Interval interval, int width) {
        Counts counts = interval.counts();
        owed += counts.acknowledged() * load.deliveries();
        received += counts.received();
        String phase = clock(interval.endNs()) + ' ' + phase(interval);
        String shortPhase = phase.replaceFirst("(,| until) .*", "");
        String rate = GAP + rate(interval);
        String backlog = load.deliveries() > 0 ? line("  backlog %,d", Math.max(0, owed - received)) : "";
        String both = latencies(interval.shown());
        String one = both.replaceFirst("p50 .*(?=p99)", "");
        String groups = interval.groups().entrySet().stream()
                .map(group -> line("  | %s %,d/s", group.getKey(), perSecond(group.getValue()))
                        + latencies(group.getValue().shown()).replaceFirst("p50 .*(?=p99)", ""))
                .collect(Collectors.joining());
        return Stream.of(
                        phase + rate + backlog + both + groups,
                        shortPhase + rate + backlog + one + groups,
                        phase + rate + backlog + both,
                        phase + rate + backlog + one,
                        shortPhase + rate + backlog + one,
                        shortPhase + rate + one)
                .filter(each -> each.length() <= width)
                .findFirst()
                .orElse(shortPhase + rate);
    }

    private static long perSecond(Interval group) {
        return group.wholePerSecond(
                Math.max(group.counts().acknowledged(), group.counts().received()));
    }

    private static String latencies(Latencies latencies) {
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END, Latency.BY_TIMESTAMP)) {
            Percentiles values = latencies.percentiles().get(latency);
            if (values != null) {
                return GAP + latency.title() + " p50 "
                        + values.of(Percentile.P50).text(Unit::millis) + " p99 "
                        + values.of(Percentile.P99).text(Unit::millis) + " ms";
            }
        }
        return "";
    }

    private String phase(Interval interval) {
        return switch (interval.phase()) {
            case WARMUP ->
                load.phases().untilSteady()
                        ? "warm-up until steady or " + clock(warmupNs)
                        : "warm-up" + left(warmupNs - interval.endNs(), " left");
            case MEASURE -> {
                measuredFromNs = measuredFromNs < 0 ? interval.startNs() : measuredFromNs;
                long plannedNs = load.phases().duration().toNanos() - warmupNs;
                boolean isKnown = plannedNs > 0 && load.phases().backlog().isEmpty();
                yield "load" + (isKnown ? left(measuredFromNs + plannedNs - interval.endNs(), " left") : "");
            }
            case DRAIN -> {
                drainedFromNs = drainedFromNs < 0 ? interval.startNs() : drainedFromNs;
                yield "drain" + left(drainedFromNs + load.phases().drain().toNanos() - interval.endNs(), " at most");
            }
        };
    }

    private static String left(long ns, String words) {
        return ", " + clock(Math.max(0, ns)) + words;
    }

    /** Rate of acknowledgements while this process sends, otherwise of deliveries. */
    private String rate(Interval interval) {
        Counts counts = interval.counts();
        boolean sending = load.roles().produces() && interval.phase() != Interval.Phase.DRAIN;
        long achieved = interval.wholePerSecond(sending ? counts.acknowledged() : counts.received());
        return load.due()
                .filter(due -> sending)
                .map(due -> due.applyAsLong(interval.endNs()) - due.applyAsLong(interval.startNs()))
                .map(due -> line("%,d of %,d/s", achieved, interval.wholePerSecond(due)))
                .orElseGet(() -> line("%,d/s", achieved));
    }

    /** Minutes and seconds. */
    public static String clock(long ns) {
        long seconds = Math.round(ns / 1e9);
        return line("%d:%02d", seconds / 60, seconds % 60);
    }
}
