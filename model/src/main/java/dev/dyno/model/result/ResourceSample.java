package dev.dyno.model.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Resources used by one subject in one interval of a run.
 *
 * @param subject {@link #BROKER}, {@link #WORKER}, {@link #HOST}, in a run on several workers {@link #ofWorker} and
 *     {@link #ofHost}, or the name of a page of metrics
 * @param phase of the run in the interval
 * @param startNs time of the previous reading, or of the start of the process; from the start of the load
 * @param endNs time of this reading, close to a boundary of the run's intervals
 * @param values finite values by name: the tag of a {@link ResourceMetric} or, for a page of metrics, the name on the page,
 *     with {@code /s} after the name of a counter. A value that could not be read is missing
 */
public record ResourceSample(
        String subject, Interval.Phase phase, long startNs, long endNs, Map<String, Double> values) {

    /** The broker's process on this host, with its children. */
    public static final String BROKER = "broker";

    /** The process that makes the load. */
    public static final String WORKER = "worker";

    /** This machine. */
    public static final String HOST = "host";

    /** Subject of the process of one of several workers. */
    public static String ofWorker(String name) {
        return WORKER + " " + name;
    }

    /** Subject of the machine on which one or more of several workers run. */
    public static String ofHost(String name) {
        return HOST + " " + name;
    }

    /** Whether the subject is the process of one of several workers, by {@link #ofWorker}. */
    public static boolean isOfWorker(String subject) {
        return subject.startsWith(WORKER + " ");
    }

    /** Whether the subject is a machine of several workers, by {@link #ofHost}. */
    public static boolean isOfHost(String subject) {
        return subject.startsWith(HOST + " ");
    }

    /** Whether the subject is of a kind, {@link #WORKER} or {@link #HOST}, in a run in one process or of several workers. */
    public static boolean isOf(String kind, String subject) {
        return subject.equals(kind) || subject.startsWith(kind + " ");
    }

    public ResourceSample {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** A copy for another subject. */
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
