package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.util.HashMap;
import java.util.Map;

/** Finds the busiest of several, such as disks or cores, between two readings: their sum would say nothing. */
final class Busiest {

    private final ResourceMetric metric;
    private Map<String, Double> earlierSeconds = Map.of();
    private Map<String, Double> seconds = new HashMap<>();
    private long earlierNs;

    /** @param metric a share of the time, in percent */
    Busiest(ResourceMetric metric) {
        this.metric = metric;
    }

    /** @param busySeconds in which it had work, since whenever */
    void add(String name, double busySeconds) {
        seconds.put(name, busySeconds);
    }

    /** All have been added. One that was not there at the reading before does not count yet. */
    void read(Reading into, long nowNs) {
        double passedSeconds = (nowNs - earlierNs) / 1e9;
        if (!earlierSeconds.isEmpty() && passedSeconds > 0) {
            double busiest = 0;
            for (Map.Entry<String, Double> each : seconds.entrySet()) {
                double grown = each.getValue() - earlierSeconds.getOrDefault(each.getKey(), each.getValue());
                busiest = Math.max(busiest, grown / passedSeconds);
            }
            // The counters move in ticks, so that in a short while there may be more of them than of time.
            into.level(metric, Math.min(100, 100 * busiest));
        }
        earlierSeconds = seconds;
        seconds = new HashMap<>();
        earlierNs = nowNs;
    }
}
