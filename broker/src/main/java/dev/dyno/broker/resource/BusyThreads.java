package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.util.HashMap;
import java.util.Map;

/**
 * Busiest thread of processes whose threads take turns to be read, because to read hundreds of them at once takes milliseconds in
 * which the load may have to wait for a processor. A thread's share is of the time since its previous turn.
 *
 * <p>Assumptions and guarantees: one thread at a time; a reading each second. A thread that has ended is forgotten after its next
 * turn.
 */
final class BusyThreads {

    /** Readings from one turn of a thread to the next. */
    static final int TURNS = 5;

    private final Map<Long, Turn> byThread = new HashMap<>();
    private long reading;

    /**
     * Last turn of a thread.
     *
     * @param share of the time since the turn before; 0 if there was none
     */
    private record Turn(long reading, long atNs, long ranNs, double share) {}

    /** Whether the thread is to be read now. */
    boolean isTurnOf(long id) {
        return id % TURNS == reading % TURNS;
    }

    /** @param ranNs time in ns that the thread has run on a processor since its start */
    void add(long id, long nowNs, long ranNs) {
        Turn before = byThread.get(id);
        double share =
                before == null || nowNs <= before.atNs ? 0 : (double) (ranNs - before.ranNs) / (nowNs - before.atNs);
        byThread.put(id, new Turn(reading, nowNs, ranNs, share));
    }

    /** Ends a reading after the threads whose turn it was were added. */
    void read(ResourceReading into) {
        byThread.values().removeIf(turn -> reading - turn.reading >= 2L * TURNS - 1);
        reading++;
        // A share needs two turns, which each thread has had by then.
        if (reading >= 2 * TURNS && !byThread.isEmpty()) {
            double most =
                    byThread.values().stream().mapToDouble(Turn::share).max().orElse(0);
            into.level(ResourceMetric.CPU_BUSIEST_THREAD, Math.min(100, 100 * most));
        }
    }
}
