package dev.dyno.driver.sim;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of a running broker; any thread may write and read them. */
final class SimCounters {
    final LongAdder sent = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder acknowledged = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder rolledBack = new LongAdder();
    final LongAdder lost = new LongAdder();
    final LongAdder corrupted = new LongAdder();
    final LongAdder duplicated = new LongAdder();
    final LongAdder reordered = new LongAdder();
    final LongAdder unrouted = new LongAdder();
    final LongAdder expired = new LongAdder();
    final LongAdder delivered = new LongAdder();
    final LongAdder redelivered = new LongAdder();

    final LongAdder forgotten = new LongAdder();

    private final Map<String, LongAdder> sentByKey = new ConcurrentHashMap<>();

    void sentWith(String key) {
        sentByKey.computeIfAbsent(key, k -> new LongAdder()).increment();
    }

    Map<String, Long> sentByKey() {
        Map<String, Long> counts = new TreeMap<>();
        sentByKey.forEach((key, count) -> counts.put(key, count.sum()));
        return counts;
    }

    SimCounts snapshot() {
        return new SimCounts(
                sent.sum(),
                refused.sum(),
                acknowledged.sum(),
                failed.sum(),
                rolledBack.sum(),
                lost.sum(),
                corrupted.sum(),
                duplicated.sum(),
                reordered.sum(),
                unrouted.sum(),
                expired.sum(),
                delivered.sum(),
                redelivered.sum(),
                forgotten.sum());
    }
}
