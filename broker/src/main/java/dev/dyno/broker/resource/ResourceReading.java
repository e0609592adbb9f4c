package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Values that a probe has read at one instant: levels, and counters that only grow. The difference of two readings is a sample.
 *
 * <p>Assumptions and guarantees: filled by one thread, then only read. Values that are not finite are left out.
 */
final class ResourceReading {

    private final Map<String, Double> levels = new LinkedHashMap<>();
    private final Map<String, Double> counters = new LinkedHashMap<>();
    private final Set<String> growthUnknown = new HashSet<>();
    private long sinceNs = Long.MIN_VALUE;

    ResourceReading level(ResourceMetric metric, double value) {
        return level(metric.tag(), value);
    }

    ResourceReading level(ResourceMetric metric, long value) {
        return level(metric, (double) value);
    }

    ResourceReading level(String name, double value) {
        if (Double.isFinite(value)) {
            levels.put(name, value);
        }
        return this;
    }

    /** @param value accumulated: of a metric per second, in its unit without "per second"; of one in cores, in seconds */
    ResourceReading counter(ResourceMetric metric, double value) {
        return counter(metric.tag(), value);
    }

    ResourceReading counter(String name, double value) {
        if (Double.isFinite(value)) {
            counters.put(name, value);
        }
        return this;
    }

    ResourceReading addToLevel(ResourceMetric metric, double value) {
        return level(metric.tag(), levels.getOrDefault(metric.tag(), 0.0) + value);
    }

    ResourceReading addToCounter(ResourceMetric metric, double value) {
        return counter(metric.tag(), counters.getOrDefault(metric.tag(), 0.0) + value);
    }

    /** Notes that the growth of the counter since the last reading is unknown, because it may include use by others. */
    ResourceReading growthUnknown(ResourceMetric metric) {
        growthUnknown.add(metric.tag());
        return this;
    }

    boolean isGrowthUnknown(String name) {
        return growthUnknown.contains(name);
    }

    /** @param ns time at which all counters were 0, on the clock of the run; by default before the first reading */
    ResourceReading countedSince(long ns) {
        sinceNs = ns;
        return this;
    }

    long countedSinceNs() {
        return sinceNs;
    }

    /** A reading with the same counters, all 0. */
    ResourceReading beginning() {
        ResourceReading beginning = new ResourceReading();
        counters.keySet().forEach(name -> beginning.counter(name, 0));
        return beginning;
    }

    Map<String, Double> levels() {
        return levels;
    }

    Map<String, Double> counters() {
        return counters;
    }
}
