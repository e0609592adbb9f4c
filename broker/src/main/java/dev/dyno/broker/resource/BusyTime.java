package dev.dyno.broker.resource;

import java.util.HashMap;
import java.util.Map;

/**
 * How long processors were busy: the time that has passed, less the time in which they were not. Linux measures how long a
 * processor is idle, but what it does otherwise it only looks up now and then, at each tick of its clock: of threads that run
 * for less than that it sees too many, if they begin with the tick, or too few.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class BusyTime {

    private Map<String, Double> earlierUnused = Map.of();
    private Map<String, Double> unused = new HashMap<>();
    private long earlierNs;
    private double seconds;
    private double most;

    /** @param unusedSeconds of that processor, since whenever */
    void add(String processor, double unusedSeconds) {
        unused.put(processor, unusedSeconds);
    }

    /**
     * All have been added. One that was not there at the reading before does not count yet.
     *
     * @return of all processors, in seconds since the first reading; it never becomes less
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
        // The time of rest is told in ticks, so that in a short while there may be more of it than of time.
        most = Math.max(most, seconds);
        return most;
    }
}
