package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceMetric.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Computes the values between two readings. */
final class SampleMaker {

    private SampleMaker() {}

    /**
     * @param elapsedNs between the readings; more than 0
     * @return values by name, without counters that were reset or whose growth is unknown
     */
    static Map<String, Double> between(ResourceReading earlier, ResourceReading later, long elapsedNs) {
        double seconds = elapsedNs / 1e9;
        Map<String, Double> values = new LinkedHashMap<>(later.levels());
        later.counters().forEach((name, end) -> {
            Double start = earlier.counters().get(name);
            if (start != null && end >= start && !later.isGrowthUnknown(name)) {
                add(name, end - start, seconds, values);
            }
        });
        return values;
    }

    private static void add(String name, double grown, double seconds, Map<String, Double> values) {
        Optional<ResourceMetric> metric = ResourceMetric.find(name);
        boolean amount = metric.filter(m -> m.kind() == Kind.AMOUNT).isPresent();
        values.put(metric.isEmpty() ? name + "/s" : name, amount ? grown : grown / seconds);
        if (metric.filter(m -> m == ResourceMetric.GC_TIME).isPresent()) {
            // Several collectors may work at the same time, so the sum of their times can exceed the elapsed time.
            values.put(ResourceMetric.GC_THROUGHPUT.tag(), Math.max(0, 100 * (1 - grown / seconds)));
        }
    }
}
