package dev.dyno.report.metrics;

import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceMetric.Kind;
import dev.dyno.model.result.ResourceMetric.Unit;
import dev.dyno.model.result.ResourceSample;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Resources of one subject: the latest levels and rates, and sums of amounts so far. */
final class ResourceMetrics {

    private final Map<String, Double> latest = new LinkedHashMap<>();
    private final Map<String, Double> sums = new LinkedHashMap<>();

    void add(ResourceSample sample) {
        // The earlier values are removed, because a value that could not be read this time must not be shown.
        latest.clear();
        latest.putAll(sample.values());
        sample.values().forEach((name, value) -> {
            if (isAmount(name)) {
                sums.merge(name, Math.max(0, value), Double::sum);
            }
        });
    }

    private static boolean isAmount(String name) {
        return ResourceMetric.find(name)
                .filter(metric -> metric.kind() == Kind.AMOUNT)
                .isPresent();
    }

    void addTo(Families families, String subject) {
        sums.forEach((name, sum) -> ResourceMetric.find(name)
                .ifPresent(metric -> families.counter(nameOf(metric), helpOf(metric), sum, "subject", subject)));
        latest.forEach((name, value) -> {
            Optional<ResourceMetric> known = ResourceMetric.find(name);
            if (known.isEmpty()) {
                families.gauge(
                        "dyno_resource_other",
                        "Figures that a page of metrics has under names of its own.",
                        value,
                        "subject",
                        subject,
                        "series",
                        name);
            } else if (!isAmount(name)) {
                ResourceMetric metric = known.get();
                boolean percent = metric.unit() == Unit.PERCENT;
                families.gauge(nameOf(metric), helpOf(metric), percent ? value / 100 : value, "subject", subject);
            }
        });
    }

    /** Name of a metric: that in the stored run, with underscores and with ratios instead of percentages. */
    private static String nameOf(ResourceMetric metric) {
        return "dyno_resource_" + metric.tag().replace("percent", "ratio").replace('-', '_');
    }

    private static String helpOf(ResourceMetric metric) {
        String sentence = metric.sentence().replace("100 x (", "(");
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".";
    }
}
