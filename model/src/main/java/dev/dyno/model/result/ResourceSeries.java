package dev.dyno.model.result;

import java.util.Map;
import java.util.Optional;

/**
 * Resources of one subject, in samples. A time in which it was away is a sample without values.
 *
 * @param startS seconds from the start of the load
 * @param endS seconds from the start of the load
 * @param metrics by name: a level at {@code endS}, others from {@code startS} to {@code endS}. Six significant digits
 */
public record ResourceSeries(String subject, Column startS, Column endS, Map<String, Column> metrics) {

    public Optional<Column> get(ResourceMetric metric) {
        return Optional.ofNullable(metrics.get(metric.tag()));
    }
}
