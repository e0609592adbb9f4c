package dev.dyno.study;

import dev.dyno.chart.Unit;
import dev.dyno.result.Interval;
import dev.dyno.result.Latency;
import dev.dyno.result.ResourceMetric;
import dev.dyno.result.ResourceSample;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A figure of each second of a run, for charts over time.
 *
 * @param name in study files
 * @param ofInterval its value in an interval, if that is where it stands
 * @param ofSample its value in a sample of resources, if that is where it stands
 */
record TimeMeasure(
        String name,
        String title,
        Unit unit,
        Function<Interval, Optional<Double>> ofInterval,
        Function<ResourceSample, Optional<Double>> ofSample) {

    private static final Map<String, TimeMeasure> ALL = new LinkedHashMap<>();

    static {
        interval(
                "sent-rate",
                "sent a second",
                Unit.COUNT,
                i -> Optional.of(i.perSecond(i.counts().sent())));
        interval(
                "acknowledged-rate",
                "acknowledged a second",
                Unit.COUNT,
                i -> Optional.of(i.perSecond(i.counts().acknowledged())));
        interval(
                "received-rate",
                "received a second",
                Unit.COUNT,
                i -> Optional.of(i.perSecond(i.counts().received())));
        for (Latency latency : Latency.values()) {
            Measure.statistics()
                    .forEach((statistic, value) -> interval(
                            latency.tag() + "-" + statistic,
                            latency.tag().replace('-', ' ') + ", " + statistic + " of each second",
                            Unit.NANOSECONDS,
                            i -> (i.phase() == Interval.Phase.WARMUP ? i.warmupLatencies() : i.latencies())
                                    .lowerEnds(latency)
                                    .map(value::applyAsDouble)));
        }
        sample("broker-rss", "resident memory of the broker", Unit.BYTES, ResourceMetric.RSS);
        sample("broker-vss", "address space of the broker", Unit.BYTES, ResourceMetric.VSS);
        sample("broker-heap", "heap of the broker in use", Unit.BYTES, ResourceMetric.HEAP_USED);
        sample("broker-cpu", "processors that the broker kept busy", Unit.NUMBER, ResourceMetric.CPU);
        sample("broker-threads", "threads of the broker", Unit.COUNT, ResourceMetric.THREADS);
        sample(
                "broker-gc-throughput",
                "time of the broker without garbage collections",
                Unit.PERCENT,
                ResourceMetric.GC_THROUGHPUT);
    }

    private static void interval(String name, String title, Unit unit, Function<Interval, Optional<Double>> of) {
        ALL.put(name, new TimeMeasure(name, title, unit, of, sample -> Optional.empty()));
    }

    private static void sample(String name, String title, Unit unit, ResourceMetric metric) {
        ALL.put(
                name,
                new TimeMeasure(
                        name,
                        title,
                        unit,
                        interval -> Optional.empty(),
                        sample -> sample.subject().equals(ResourceSample.BROKER)
                                ? sample.get(metric)
                                : Optional.empty()));
    }

    /**
     * The measure of that name.
     *
     * @throws IllegalArgumentException with a sentence that lists them
     */
    static TimeMeasure find(String name) {
        TimeMeasure found = ALL.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    name + "; over time, must be one of " + String.join(", ", ALL.keySet()) + ".");
        }
        return found;
    }
}
