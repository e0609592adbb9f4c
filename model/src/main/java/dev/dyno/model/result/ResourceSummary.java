package dev.dyno.model.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Resources used by one subject in the measured phase.
 *
 * @param subject owner of the samples, see {@link ResourceSample}
 * @param metrics by name
 * @param perMessage cost of a message: {@link #CPU_US} and {@link #WRITE_BYTES}, if known
 */
public record ResourceSummary(String subject, Map<String, Values> metrics, Map<String, Double> perMessage) {

    /** Key in {@link #perMessage} of the CPU time in microseconds. */
    public static final String CPU_US = "cpu-us";

    /** Key in {@link #perMessage} of the bytes sent to storage. */
    public static final String WRITE_BYTES = "write-bytes";

    public ResourceSummary {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        perMessage = Collections.unmodifiableMap(new LinkedHashMap<>(perMessage));
    }

    /**
     * One metric over the phase.
     *
     * @param samples number of samples
     * @param min lowest value; if any interval is half a second or longer, of such intervals only
     * @param mean average weighted by the length of the intervals
     * @param max highest value, of the intervals that count for {@code min}
     * @param last value at the end of the phase; empty if it was read, or counted by the broker, too long before
     * @param total over the phase: of a rate, its integral (cores to seconds of CPU, bytes per second to bytes); of an amount,
     *     the sum; empty for a level
     */
    public record Values(
            int samples, double min, double mean, double max, Optional<Double> last, Optional<Double> total) {

        private static final int ENOUGH = 10;

        /** Number of standard errors up to which a difference of two means may be chance. */
        private static final int ERRORS = 2;

        /** Whether there are enough samples for their range to show their spread. */
        public boolean areEnough() {
            return samples >= ENOUGH;
        }

        /** Whether this mean is above another one by more than chance explains, given the ranges of both. */
        public boolean exceeds(Values other) {
            return mean - other.mean > ERRORS * Math.hypot(error(), other.error());
        }

        /** Share by which this mean is below another one; empty if chance may have made the difference. */
        public Optional<Double> below(Values other) {
            return areEnough() && other.areEnough() && other.exceeds(this)
                    ? Optional.of(1 - mean / other.mean)
                    : Optional.empty();
        }

        /** Largest standard error of the mean that samples of this range can have, by Popoviciu's inequality. */
        private double error() {
            return (max - min) / 2 / Math.sqrt(samples);
        }
    }

    /** A copy for another subject. */
    public ResourceSummary as(String other) {
        return new ResourceSummary(other, metrics, perMessage);
    }

    /**
     * A copy with the cost of a message.
     *
     * @param messages number in the phase; 0 if there are none to share the cost among
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
