package dev.dyno.app.execute;

import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.pace.Cursor;
import java.util.ArrayList;
import java.util.List;

/**
 * Number of messages that become due, by the schedules of the senders themselves, so that it is exact for random arrivals, too.
 *
 * <p>Assumptions and guarantees: one thread at a time; for a workload of schedules without a count, a start or a
 * stop of their own.
 */
final class DueTimes {

    /** Step in ns, short enough that a cursor counts the times of one producer in it exactly. */
    private static final long STEP_NS = 10_000_000;

    private final class Producer {
        private final RunPlan.ProducerPlace place;
        private Cursor cursor;
        private long originNs;
        private int changesTaken;

        Producer(RunPlan.ProducerPlace place) {
            this.place = place;
            cursor = place.times().orElseThrow();
        }

        long between(long fromNs, long toNs) {
            List<LiveRate.Change> changes = rate.changes();
            long count = 0;
            for (long ns = fromNs; ns < toNs; ) {
                long endNs = changesTaken < changes.size()
                        ? changes.get(changesTaken).fromNs()
                        : Long.MAX_VALUE;
                if (ns == endNs) {
                    LiveRate.Change change = changes.get(changesTaken++);
                    cursor = rate.cursor(place, change);
                    originNs = ns;
                } else {
                    ns = Math.min(Math.min(ns + STEP_NS, toNs), endNs);
                    count += cursor.skipUntil(ns - originNs);
                }
            }
            return count;
        }
    }

    private final LiveRate rate;
    private final List<Producer> producers = new ArrayList<>();
    private long untilNs;

    /** @param rate rate of the load; must have each change before {@link #until} is called for a later instant */
    DueTimes(RunPlan plan, LiveRate rate) {
        this.rate = rate;
        for (int i = 0; i < plan.workload().producerCount(); i++) {
            producers.add(new Producer(plan.producer(plan.producerIdBase() + i).orElseThrow()));
        }
    }

    /** Number of messages due since the last call and before an instant, in ns from the start of the load. */
    long until(long ns) {
        long count = producers.stream()
                .mapToLong(producer -> producer.between(untilNs, ns))
                .sum();
        untilNs = ns;
        return count;
    }
}
