package dev.dyno.compare;

import dev.dyno.report.RunSummary;
import dev.dyno.result.Counts;
import dev.dyno.result.Latency;
import dev.dyno.result.LatencyRange;
import dev.dyno.result.Percentiles;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.RunResult;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A number that a run is judged by. */
public enum Figure {
    /** Messages received a second in the measured phase; acknowledged, where nobody receives. */
    RATE("rate", "messages/s", Direction.MORE_IS_BETTER, 0.03),
    P50("p50", "ms", Direction.LESS_IS_BETTER, 0.05),
    P99("p99", "ms", Direction.LESS_IS_BETTER, 0.10),
    P999("p99.9", "ms", Direction.LESS_IS_BETTER, 0.20),
    /** CPU time of the load generator, in microseconds a message. */
    CLIENT_CPU("client-cpu", "µs/message", Direction.LESS_IS_BETTER, 0.05),
    /** CPU time of the broker's processes, in microseconds a message; only where they can be seen. */
    BROKER_CPU("broker-cpu", "µs/message", Direction.LESS_IS_BETTER, 0.05);

    /** What is good. */
    public enum Direction {
        MORE_IS_BETTER,
        LESS_IS_BETTER
    }

    private static final double MS = 1e6;

    /** The end that counts of a percentile that is only known as an interval, since messages were unfinished at the end. */
    public enum End {
        LOW,
        /** Nothing if there is no upper end. */
        HIGH;

        private OptionalDouble millis(LatencyRange range) {
            if (this == LOW) {
                return positive(range.lowNs() / MS);
            }
            return range.isOpen() ? OptionalDouble.empty() : positive(range.highNs() / MS);
        }
    }

    private final String tag;
    private final String unit;
    private final Direction direction;
    private final double margin;

    Figure(String tag, String unit, Direction direction, double margin) {
        this.tag = tag;
        this.unit = unit;
        this.direction = direction;
        this.margin = margin;
    }

    /** The name in options and files. */
    public String tag() {
        return tag;
    }

    public String unit() {
        return unit;
    }

    public Direction direction() {
        return direction;
    }

    /** The relative difference that nobody minds, unless the user says another: 0.05 is 5 %. */
    public double defaultMargin() {
        return margin;
    }

    /** The figure of that name. */
    public static Optional<Figure> find(String tag) {
        return Arrays.stream(values()).filter(f -> f.tag.equals(tag)).findFirst();
    }

    /**
     * What it is in a run.
     *
     * @param latency that the percentiles are of
     * @param end of a percentile that counts
     * @return empty if it was not measured, or is zero: ratios are compared
     */
    public OptionalDouble of(RunResult result, Latency latency, End end) {
        return switch (this) {
            case RATE -> positive(rate(result));
            case P50 -> millis(result, latency, 50, end);
            case P99 -> millis(result, latency, 99, end);
            case P999 -> millis(result, latency, 99.9, end);
            case CLIENT_CPU -> positive(cpu(result, "worker"));
            case BROKER_CPU -> positive(cpu(result, "broker"));
        };
    }

    /**
     * What it is in a stored run, whose percentiles are read and not reckoned.
     *
     * @param latency that the percentiles are of
     * @param end of a percentile that counts
     * @return empty if it was not measured, or is zero: ratios are compared
     */
    public OptionalDouble of(RunSummary run, Latency latency, End end) {
        return switch (this) {
            case P50 -> millis(run, latency, Percentiles::p50, end);
            case P99 -> millis(run, latency, Percentiles::p99, end);
            case P999 -> millis(run, latency, Percentiles::p999, end);
            case RATE, CLIENT_CPU, BROKER_CPU -> of(run.result(), latency, end);
        };
    }

    private static OptionalDouble millis(
            RunSummary run, Latency latency, Function<Percentiles, LatencyRange> percentile, End end) {
        Percentiles values = run.latencies().get(latency.tag());
        return values == null ? OptionalDouble.empty() : end.millis(percentile.apply(values));
    }

    private static OptionalDouble positive(double value) {
        return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static double rate(RunResult result) {
        Counts counts = result.measured();
        long messages = counts.received() > 0 ? counts.received() : counts.acknowledged();
        return result.measuredNs() > 0 ? messages * 1e9 / result.measuredNs() : 0;
    }

    private static OptionalDouble millis(RunResult result, Latency latency, double percentile, End end) {
        return result.latencies()
                .percentile(latency, percentile)
                .map(end::millis)
                .orElse(OptionalDouble.empty());
    }

    /** All of them, as users name them. */
    public static String tags() {
        return Arrays.stream(values()).map(Figure::tag).collect(Collectors.joining(", "));
    }

    private static double cpu(RunResult result, String subject) {
        return result.resources(subject)
                .flatMap(s -> Optional.ofNullable(s.perMessage().get(ResourceSummary.CPU_US)))
                .orElse(0.0);
    }
}
