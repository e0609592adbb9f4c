package dev.dyno.resource;

import dev.dyno.result.ResourceMetric;
import java.util.HashMap;
import java.util.Map;

/** Finds the busiest disk between two readings: the sum of several would say nothing. */
final class DiskBusy {

    private Map<String, Long> earlierMillis = Map.of();
    private Map<String, Long> millis = new HashMap<>();
    private long earlierNs;

    /** @param busyMillis in which the disk had work, since whenever */
    void add(String disk, long busyMillis) {
        millis.put(disk, busyMillis);
    }

    /** All disks have been added. */
    void read(Reading into, long nowNs) {
        double passedMillis = (nowNs - earlierNs) / 1e6;
        if (!earlierMillis.isEmpty() && passedMillis > 0) {
            double busiest = 0;
            for (Map.Entry<String, Long> disk : millis.entrySet()) {
                long grown = disk.getValue() - earlierMillis.getOrDefault(disk.getKey(), disk.getValue());
                busiest = Math.max(busiest, grown / passedMillis);
            }
            into.level(ResourceMetric.DISK_BUSY, Math.min(100, 100 * busiest));
        }
        earlierMillis = millis;
        millis = new HashMap<>();
        earlierNs = nowNs;
    }
}
