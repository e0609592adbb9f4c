package dev.dyno.engine.proxy;

import dev.dyno.driver.TimeSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One direction of all connections of a proxy, with its conditions and stalls. Usable from any thread. */
final class Lane {

    private record Hold(long fromNs, long untilNs) {}

    private static final Hold NEVER = new Hold(0, 0);

    private final TimeSource time;
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    private volatile WireConditions conditions = WireConditions.CLEAR;
    private volatile Hold hold = NEVER;

    Lane(TimeSource time) {
        this.time = time;
    }

    void set(WireConditions wanted) {
        conditions = wanted;
    }

    WireConditions conditions() {
        return conditions;
    }

    /** Lets nothing leave this direction in the given time. */
    void stall(long fromNs, long untilNs) {
        hold = new Hold(fromNs, untilNs);
        waiting.forEach(time::unpark);
    }

    /** Waits until bytes with the given due time may leave; returns the present time. */
    long awaitPassage(long dueNs) throws InterruptedException {
        waiting.add(Thread.currentThread());
        try {
            long now = time.nanoTime();
            for (long untilNs = passageNs(dueNs, now); untilNs - now > 0; untilNs = passageNs(dueNs, now)) {
                time.parkUntil(untilNs);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                now = time.nanoTime();
            }
            return now;
        } finally {
            waiting.remove(Thread.currentThread());
        }
    }

    private long passageNs(long dueNs, long now) {
        Hold present = hold;
        boolean held = now - present.fromNs >= 0 && now - present.untilNs < 0;
        return held && present.untilNs - dueNs > 0 ? present.untilNs : dueNs;
    }
}
