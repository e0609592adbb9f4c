package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.util.List;

/**
 * Times at which a broker counted that counts at intervals of its own. Between two counts its answers do not change: an answer is
 * of the instant of its count, and a counter has grown in the time between two counts.
 *
 * <p>The instants are on the nodes' own clocks, as the uptime that comes with each count, so the time between two is exact. They
 * are converted to the clock of the run by the first answers with them: a count cannot be later than its answer, so the smallest
 * difference is the closest.
 *
 * <p>Figures of one count may appear one after the other. A count is used at the next answer with it, at least half a second
 * later, unless the broker counts as often as it is asked.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class BrokerCountClock {

    private static final long NS_PER_MS = 1_000_000;

    /** Interval of counts in ns below which it is not mentioned: such a broker counts nearly at each question. */
    private static final long OFTEN_NS = 1_500_000_000;

    /** Time in ns until all figures of a count are available; with RabbitMQ 3.10 a tenth of a second. */
    private static final long SETTLED_NS = 500_000_000;

    /** Error of a node's clock in ns from which the node must have been restarted. */
    private static final long RESTARTED_NS = 5_000_000_000L;

    private List<Long> seen = List.of();
    private boolean changedBefore;
    private long firstSeenNs;

    private List<Long> used = List.of();
    private long offsetNs = Long.MAX_VALUE;
    private ResourceReading last = new ResourceReading();

    /**
     * @param uptimeMillis of each node at its count; empty if the broker does not report it
     * @param now its present answer, which this object takes over
     * @return the answer of the last usable count
     */
    ResourceReading reading(List<Long> uptimeMillis, ResourceReading now, long nowNs) {
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

    private ResourceReading dated(List<Long> uptimes, ResourceReading now) {
        long fromNs = used.get(0) * NS_PER_MS;
        long toNs = uptimes.get(0) * NS_PER_MS;
        boolean same = uptimes.size() == used.size() && toNs > fromNs;
        long offset = firstSeenNs - toNs;
        offsetNs = same && Math.abs(offset - offsetNs) < RESTARTED_NS ? Math.min(offset, offsetNs) : offset;
        if (!same) {
            // A node was restarted or added: the counters have no common beginning.
            return now.withoutCounters().grownIn(offsetNs + toNs, offsetNs + toNs);
        }
        if (toNs - fromNs > OFTEN_NS) {
            now.level(ResourceMetric.COUNTED_EVERY, (toNs - fromNs) / 1e9);
        }
        return now.grownIn(offsetNs + fromNs, offsetNs + toNs);
    }
}
