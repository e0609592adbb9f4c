package dev.dyno.model.result;

import java.util.Map;
import java.util.Optional;

/**
 * Resources of one subject, in samples. A time in which the subject did not exist is a sample without values.
 *
 * @param startS seconds from the start of the load
 * @param endS seconds from the start of the load
 * @param metrics values by name, with six significant digits: a level at {@code endS}, others from {@code startS} to
 *     {@code endS}
 */
public record ResourceSeries(String subject, Column startS, Column endS, Map<String, Column> metrics) {

    public Optional<Column> get(ResourceMetric metric) {
        return Optional.ofNullable(metrics.get(metric.tag()));
    }
}
