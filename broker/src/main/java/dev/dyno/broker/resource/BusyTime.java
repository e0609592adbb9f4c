package dev.dyno.broker.resource;

import java.util.HashMap;
import java.util.Map;

/**
 * Busy time of processors: elapsed time minus unused time. Linux measures exactly how long a processor is idle, but samples its
 * other uses at each tick of the kernel's clock, which counts threads that run for less than a tick too often or too rarely.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class BusyTime {

    private Map<String, Double> earlierUnused = Map.of();
    private Map<String, Double> unused = new HashMap<>();
    private long earlierNs;
    private double seconds;
    private double most;

    /** @param unusedSeconds accumulated unused time of the processor */
    void add(String processor, double unusedSeconds) {
        unused.put(processor, unusedSeconds);
    }

    /**
     * Ends a reading after all processors were added. A processor missing in the previous reading does not count yet.
     *
     * @return busy time of all processors, in seconds since the first reading; never decreases
     */
    double read(long nowNs) {
        double passed = (nowNs - earlierNs) / 1e9;
        for (Map.Entry<String, Double> each : unused.entrySet()) {
            Double earlier = earlierUnused.get(each.getKey());
            seconds += earlier == null ? 0 : passed - (each.getValue() - earlier);
        }
        earlierUnused = unused;
        unused = new HashMap<>();
        earlierNs = nowNs;
        // Unused time advances in ticks, so in a short interval it may exceed the elapsed time.
        most = Math.max(most, seconds);
        return most;
    }
}
