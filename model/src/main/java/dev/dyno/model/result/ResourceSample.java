package dev.dyno.model.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What one subject used in one interval of a run.
 *
 * @param subject {@link #BROKER}, {@link #WORKER}, {@link #HOST}, of a run by several workers {@link #ofWorker} and
 *     {@link #ofHost}, or the name of a page of metrics
 * @param phase what the run was doing in the interval
 * @param startNs when the reading before this one was taken, or the process was started that is read; from the start of the load
 * @param endNs when this one was taken; within moments of a boundary of the run's intervals
 * @param values by name: that of a {@link ResourceMetric}, or for a page of metrics the name it has there, with {@code /s}
 *     behind that of a counter. All are finite; what could not be read is not there
 */
public record ResourceSample(
        String subject, Interval.Phase phase, long startNs, long endNs, Map<String, Double> values) {

    /** The broker's process on this host, with its children. */
    public static final String BROKER = "broker";

    /** The process that makes the load. */
    public static final String WORKER = "worker";

    /** This machine. */
    public static final String HOST = "host";

    /** The process of one of several workers. */
    public static String ofWorker(String name) {
        return WORKER + " " + name;
    }

    /** The machine of one or more of several workers. */
    public static String ofHost(String name) {
        return HOST + " " + name;
    }

    /** Whether it is what {@link #ofWorker} gives. */
    public static boolean isOfWorker(String subject) {
        return subject.startsWith(WORKER + " ");
    }

    /** Whether it is what {@link #ofHost} gives. */
    public static boolean isOfHost(String subject) {
        return subject.startsWith(HOST + " ");
    }

    public ResourceSample {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The same, as that of another subject. */
    public ResourceSample as(String other) {
        return new ResourceSample(other, phase, startNs, endNs, values);
    }

    public double seconds() {
        return (endNs - startNs) / 1e9;
    }

    public Optional<Double> get(ResourceMetric metric) {
        return Optional.ofNullable(values.get(metric.tag()));
    }
}
