package dev.dyno.study;

import dev.dyno.chart.Unit;
import dev.dyno.report.RunFolder;
import dev.dyno.report.RunFolderException;
import dev.dyno.result.Latencies;
import dev.dyno.result.Latency;
import dev.dyno.result.LatencyRange;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSummary;
import dev.dyno.result.RunResult;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * A figure of a run that a study looks at.
 *
 * @param name in study files and tables
 * @param title for people
 * @param unit of its values
 * @param of its value; empty if the result does not tell: some are told by its seconds only
 */
public record Measure(String name, String title, Unit unit, Function<RunResult, Optional<Double>> of) {

    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_US = 1e3;

    /** After the name of a latency: its value in that run is a lower bound, since messages were unfinished at its end. */
    static final String BOUND = "-is-bound";

    /** After the name of a latency whose value is a lower bound: an upper bound, where there is one. */
    private static final String MOST = "-most";

    private static final Map<String, Measure> ALL = new LinkedHashMap<>();

    static {
        rate("sent-rate", "sent a second", result -> result.measured().sent());
        rate("acknowledged-rate", "acknowledged a second", result -> result.measured()
                .acknowledged());
        rate("received-rate", "received a second", result -> result.measured().received());
        add("elapsed", "from the first message to the last delivery", Unit.NANOSECONDS, result -> {
            double ns = elapsedNs(result);
            return ns > 0 ? Optional.of(ns) : Optional.empty();
        });
        add("throughput", "received a second until the last delivery", Unit.COUNT, result -> {
            double ns = elapsedNs(result);
            return ns > 0 && result.totals().received() > 0
                    ? Optional.of(result.totals().received() / ns * NS_PER_S)
                    : Optional.empty();
        });
        for (Latency latency : Latency.values()) {
            latencies(latency);
        }
        add(
                "sent",
                "sent",
                Unit.COUNT,
                result -> Optional.of((double) result.totals().sent()));
        add(
                "received",
                "received",
                Unit.COUNT,
                result -> Optional.of((double) result.totals().received()));
        add(
                "failed",
                "failed sends",
                Unit.COUNT,
                result -> Optional.of((double) result.totals().failed()));
        add(
                "lost",
                "lost",
                Unit.COUNT,
                // Consumers alone cannot tell what is lost from what has not come to them yet.
                result -> result.ledger().knowsLost() && result.totals().sent() > 0
                        ? Optional.of((double) result.ledger().lost())
                        : Optional.empty());
        add(
                "undelivered",
                "undelivered at the end of the drain",
                Unit.COUNT,
                result -> result.ledger().lossKnown() && result.totals().sent() > 0
                        ? Optional.of((double) result.ledger().undelivered())
                        : Optional.empty());
        add(
                "duplicate",
                "duplicate",
                Unit.COUNT,
                result -> Optional.of((double) result.ledger().duplicate()));
        add(
                "in-doubt",
                "in doubt",
                Unit.COUNT,
                result -> Optional.of((double) result.ledger().inDoubt()));
        add(
                "blocked-share",
                "sends that had to wait",
                Unit.PERCENT,
                result -> result.measured().sent() > 0
                        ? Optional.of(100.0
                                * result.measured().blocked()
                                / result.measured().sent())
                        : Optional.empty());
        add(
                "backlog-growth",
                "sent and not received, more a second",
                Unit.COUNT,
                result -> result.measuredNs() > 0
                                && result.measured().sent() > 0
                                && result.measured().received() > 0
                        ? Optional.of(
                                (result.measured().sent() - result.measured().received())
                                        / (double) result.measuredNs()
                                        * NS_PER_S)
                        : Optional.empty());
        ofSeconds(Held.LEAST, "messages held by the broker at least", Unit.COUNT);
        ofSeconds(Held.MOST, "messages held by the broker at most", Unit.COUNT);
        ofSeconds(Held.AT_LIVE_HEAP, "messages held when that heap was seen", Unit.COUNT);
        ofSeconds(Held.LIVE_HEAP, "broker, heap after a collection while much was held", Unit.BYTES);
        resources("broker", "broker");
        resources("worker", "worker");
        add("host-busy", "processors of the host that were busy", Unit.PERCENT, result -> result.worker()
                .hostBusy()
                .map(share -> 100 * share));
    }

    /** Told by the seconds of a run, and not by its result. */
    private static void ofSeconds(String name, String title, Unit unit) {
        add(name, title, unit, result -> Optional.empty());
    }

    private static double elapsedNs(RunResult result) {
        return result.measuredNs() + (double) result.drainNs();
    }

    private static void add(String name, String title, Unit unit, Function<RunResult, Optional<Double>> of) {
        ALL.put(name, new Measure(name, title, unit, of));
    }

    private static void rate(String name, String title, ToDoubleFunction<RunResult> count) {
        add(name, title, Unit.COUNT, result -> {
            double messages = count.applyAsDouble(result);
            return result.measuredNs() > 0 && messages > 0
                    ? Optional.of(messages / result.measuredNs() * NS_PER_S)
                    : Optional.empty();
        });
    }

    private static void latencies(Latency latency) {
        String title = latency.tag().replace('-', ' ') + (latency == Latency.END_TO_END ? "" : " time");
        statistics()
                .forEach((statistic, value) -> add(
                        latency.tag() + "-" + statistic,
                        title + ", " + statistic,
                        Unit.NANOSECONDS,
                        result -> result.latencies().lowerEnds(latency).map(value::applyAsDouble)));
        add(
                latency.tag() + "-unfinished",
                title + ", share of which only a lower bound is known",
                Unit.PERCENT,
                result -> result.latencies().percentiles(latency).map(values -> 100 * values.unfinishedShare()));
    }

    /** By name, of a histogram. */
    static Map<String, ToDoubleFunction<Histogram>> statistics() {
        Map<String, ToDoubleFunction<Histogram>> all = new LinkedHashMap<>();
        all.put("mean", Histogram::getMean);
        for (String percentile : List.of("50", "75", "90", "95", "99", "99.9", "99.99")) {
            double p = Double.parseDouble(percentile);
            all.put("p" + percentile, histogram -> histogram.getValueAtPercentile(p));
        }
        all.put("max", Histogram::getMaxValue);
        return all;
    }

    /** Mean and maximum depend on each of the unfinished messages. */
    private static Optional<LatencyRange> percentile(Latencies latencies, Latency latency, String statistic) {
        return statistic.startsWith("p")
                ? latencies.percentile(latency, Double.parseDouble(statistic.substring(1)))
                : Optional.empty();
    }

    /** Whether a name stands for a bound of a measure, and is none itself. */
    static boolean isAboutBound(String name) {
        return name.endsWith(BOUND) || name.endsWith(MOST);
    }

    /** The upper end of a value that a run has; infinite if it has none. */
    static double atMost(Map<String, Double> values, String name) {
        boolean bound = values.containsKey(name + BOUND);
        return values.getOrDefault(bound ? name + MOST : name, Double.POSITIVE_INFINITY);
    }

    private static void resources(String name, String subject) {
        resource(name + "-rss-max", name + ", resident memory at most", Unit.BYTES, subject, ResourceMetric.RSS, true);
        resource(name + "-vss-max", name + ", address space at most", Unit.BYTES, subject, ResourceMetric.VSS, true);
        resource(name + "-heap-max", name + ", heap at most", Unit.BYTES, subject, ResourceMetric.HEAP_USED, true);
        resource(name + "-threads-max", name + ", threads at most", Unit.COUNT, subject, ResourceMetric.THREADS, true);
        resource(name + "-cpu", name + ", processors busy", Unit.NUMBER, subject, ResourceMetric.CPU, false);
        resource(
                name + "-write",
                name + ", written a second",
                Unit.BYTES_PER_SECOND,
                subject,
                ResourceMetric.WRITE,
                false);
        resource(
                name + "-gc-throughput",
                name + ", time without garbage collections",
                Unit.PERCENT,
                subject,
                ResourceMetric.GC_THROUGHPUT,
                false);
        total(name + "-gc-count", name + ", garbage collections", Unit.COUNT, subject, ResourceMetric.GC_COUNT, 1);
        total(
                name + "-gc-time",
                name + ", time in garbage collections",
                Unit.NANOSECONDS,
                subject,
                ResourceMetric.GC_TIME,
                NS_PER_S);
        perMessage(
                name + "-cpu-per-message",
                name + ", CPU a message",
                Unit.NANOSECONDS,
                subject,
                ResourceSummary.CPU_US,
                NS_PER_US);
        perMessage(
                name + "-write-per-message",
                name + ", written a message",
                Unit.BYTES,
                subject,
                ResourceSummary.WRITE_BYTES,
                1);
    }

    private static void resource(
            String name, String title, Unit unit, String subject, ResourceMetric metric, boolean max) {
        add(name, title, unit, result -> result.resources(subject)
                .flatMap(summary -> summary.get(metric))
                .map(values -> max ? values.max() : values.mean()));
    }

    private static void total(
            String name, String title, Unit unit, String subject, ResourceMetric metric, double factor) {
        add(name, title, unit, result -> result.resources(subject)
                .flatMap(summary -> summary.get(metric))
                .flatMap(ResourceSummary.Values::total)
                .map(value -> value * factor));
    }

    private static void perMessage(String name, String title, Unit unit, String subject, String key, double factor) {
        add(name, title, unit, result -> result.resources(subject)
                .flatMap(summary -> Optional.ofNullable(summary.perMessage().get(key)))
                .map(value -> value * factor));
    }

    /** Every measure, by name. */
    public static Map<String, Measure> all() {
        return Collections.unmodifiableMap(ALL);
    }

    /** All that a run tells, by name. */
    public static Map<String, Double> of(RunResult result) {
        Map<String, Double> values = new LinkedHashMap<>();
        ALL.forEach((name, measure) ->
                measure.of.apply(result).filter(Double::isFinite).ifPresent(value -> values.put(name, value)));
        values.putAll(bounds(result.latencies()));
        return values;
    }

    /** By name, that a value is a bound, and how much it is at most. */
    static Map<String, Double> bounds(Latencies latencies) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (Latency latency : latencies.unfinishedAsMap().keySet()) {
            for (String statistic : statistics().keySet()) {
                String name = latency.tag() + "-" + statistic;
                Optional<LatencyRange> range = percentile(latencies, latency, statistic);
                if (range.filter(LatencyRange::isExact).isEmpty()) {
                    values.put(name + BOUND, 1.0);
                    range.filter(r -> !r.isOpen()).ifPresent(r -> values.put(name + MOST, (double) r.highNs()));
                }
            }
        }
        return values;
    }

    /**
     * All that a stored run tells besides its result, by name.
     *
     * @param folder of the finished run
     * @throws RunFolderException with a sentence, if it cannot be read
     */
    public static Map<String, Double> ofSeconds(Path folder) throws RunFolderException {
        return Held.measures(
                RunFolder.readIntervalSummaries(folder),
                RunFolder.hasResources(folder) ? RunFolder.readResources(folder) : List.of());
    }

    /**
     * The measure of that name.
     *
     * @throws IllegalArgumentException with a sentence that lists them
     */
    static Measure find(String name) {
        Measure found = ALL.get(name);
        if (found == null) {
            throw new IllegalArgumentException(name + "; must be one of " + String.join(", ", ALL.keySet()) + ".");
        }
        return found;
    }
}
