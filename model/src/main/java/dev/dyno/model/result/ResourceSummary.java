package dev.dyno.model.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What one subject used in the measured phase.
 *
 * @param subject as in {@link ResourceSample}
 * @param metrics by name
 * @param perMessage what a message cost: {@link #CPU_US} and {@link #WRITE_BYTES}, where they are known
 */
public record ResourceSummary(String subject, Map<String, Values> metrics, Map<String, Double> perMessage) {

    /** CPU time in microseconds. */
    public static final String CPU_US = "cpu-us";

    /** Bytes sent to storage. */
    public static final String WRITE_BYTES = "write-bytes";

    public ResourceSummary {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        perMessage = Collections.unmodifiableMap(new LinkedHashMap<>(perMessage));
    }

    /**
     * One metric over the phase.
     *
     * @param samples how many
     * @param min of those of intervals of half a second or more, unless there is none
     * @param mean weighted by the length of the intervals
     * @param max as {@code min}
     * @param last at the end of the phase; empty if it was read, or counted by the broker, too long before that
     * @param total over the phase: of a rate, what it adds up to (cores to seconds of CPU, bytes per second to bytes); of an
     *     amount, the sum; of a level, nothing
     */
    public record Values(
            int samples, double min, double mean, double max, Optional<Double> last, Optional<Double> total) {}

    /** The same, as that of another subject. */
    public ResourceSummary as(String other) {
        return new ResourceSummary(other, metrics, perMessage);
    }

    /**
     * With what a message cost.
     *
     * @param messages of the phase; 0 if there is nothing to share the cost among
     */
    public ResourceSummary sharedAmong(long messages) {
        Map<String, Double> costs = new LinkedHashMap<>();
        if (messages > 0) {
            total(ResourceMetric.CPU).ifPresent(seconds -> costs.put(CPU_US, seconds * 1e6 / messages));
            total(ResourceMetric.WRITE).ifPresent(bytes -> costs.put(WRITE_BYTES, bytes / messages));
        }
        return new ResourceSummary(subject, metrics, costs);
    }

    private Optional<Double> total(ResourceMetric metric) {
        return get(metric).flatMap(Values::total);
    }

    public Optional<Values> get(ResourceMetric metric) {
        return Optional.ofNullable(metrics.get(metric.tag()));
    }
}
