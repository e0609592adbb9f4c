package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.util.HashMap;
import java.util.Map;

/** Finds the busiest of several things, for example disks or cores, between two readings; their sum would mean nothing. */
final class Busiest {

    private final ResourceMetric metric;
    private Map<String, Double> earlierSeconds = Map.of();
    private Map<String, Double> seconds = new HashMap<>();
    private long earlierNs;

    /** @param metric a share of the time, in percent */
    Busiest(ResourceMetric metric) {
        this.metric = metric;
    }

    /** @param busySeconds accumulated time in which the thing was busy */
    void add(String name, double busySeconds) {
        seconds.put(name, busySeconds);
    }

    /** Ends a reading after everything was added. A thing missing in the previous reading does not count yet. */
    void read(ResourceReading into, long nowNs) {
        double passedSeconds = (nowNs - earlierNs) / 1e9;
        if (!earlierSeconds.isEmpty() && passedSeconds > 0) {
            double busiest = 0;
            for (Map.Entry<String, Double> each : seconds.entrySet()) {
                double grown = each.getValue() - earlierSeconds.getOrDefault(each.getKey(), each.getValue());
                busiest = Math.max(busiest, grown / passedSeconds);
            }
            // The counters advance in ticks, so in a short interval they may exceed the elapsed time.
            into.level(metric, Math.min(100, 100 * busiest));
        }
        earlierSeconds = seconds;
        seconds = new HashMap<>();
        earlierNs = nowNs;
    }
}
