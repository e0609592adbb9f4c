package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.util.List;

/**
 * When a broker that counts now and then, whoever asks meanwhile, has counted. Between two counts it answers the same: an answer is of
 * the instant of its count, and a counter has grown in the time between two counts.
 *
 * <p>The instants are those of the nodes' own clocks, the uptime that each has with its counts, so that the time between two of them
 * is exact. They are put on the clock of the run by the answers that were first seen with them: a count cannot be later than the answer
 * that has it, so that the earliest of all is the nearest.
 *
 * <p>Not all figures of one count are there at once. A count is used at the next answer that has it, half a second later or more,
 * unless the broker counts as often as it is asked.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class Recounts {

    private static final long NS_PER_MS = 1_000_000;

    /** A broker that counts at each question or nearly so needs no words about it. */
    private static final long OFTEN_NS = 1_500_000_000;

    /** Seen with RabbitMQ 3.10 is a tenth of a second. */
    private static final long SETTLED_NS = 500_000_000;

    /** A node's clock that is off by this much has been started again. */
    private static final long RESTARTED_NS = 5_000_000_000L;

    private List<Long> seen = List.of();
    private boolean changedBefore;
    private long firstSeenNs;

    private List<Long> used = List.of();
    private long offsetNs = Long.MAX_VALUE;
    private Reading last = new Reading();

    /**
     * @param uptimeMillis of each node, as of its count; empty if the broker does not say it
     * @param now what it has answered, which this takes over
     * @return that of the last count that can be used
     */
    Reading reading(List<Long> uptimeMillis, Reading now, long nowNs) {
        if (uptimeMillis.isEmpty()) {
            return now;
        }
        boolean first = used.isEmpty();
        boolean changed = !first && !uptimeMillis.equals(seen);
        if (changed) {
            firstSeenNs = nowNs;
        }
        boolean settled = changed ? changedBefore : nowNs - firstSeenNs >= SETTLED_NS;
        changedBefore = changed;
        seen = uptimeMillis;
        if (first) {
            used = uptimeMillis;
            last = now;
        } else if (settled && haveAllCounted(uptimeMillis)) {
            last = dated(uptimeMillis, now);
            used = uptimeMillis;
        }
        return last;
    }

    private boolean haveAllCounted(List<Long> uptimes) {
        for (int i = 0; i < Math.min(uptimes.size(), used.size()); i++) {
            if (uptimes.get(i).equals(used.get(i))) {
                return false;
            }
        }
        return true;
    }

    private Reading dated(List<Long> uptimes, Reading now) {
        long fromNs = used.get(0) * NS_PER_MS;
        long toNs = uptimes.get(0) * NS_PER_MS;
        boolean same = uptimes.size() == used.size() && toNs > fromNs;
        long offset = firstSeenNs - toNs;
        offsetNs = same && Math.abs(offset - offsetNs) < RESTARTED_NS ? Math.min(offset, offsetNs) : offset;
        if (!same) {
            // A node was started again, or there is another one: the counters have no common beginning.
            return now.withoutCounters().grownIn(offsetNs + toNs, offsetNs + toNs);
        }
        if (toNs - fromNs > OFTEN_NS) {
            now.level(ResourceMetric.COUNTED_EVERY, (toNs - fromNs) / 1e9);
        }
        return now.grownIn(offsetNs + fromNs, offsetNs + toNs);
    }
}
