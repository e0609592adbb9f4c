package dev.dyno.engine.proxy;

import dev.dyno.driver.TimeSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** One direction of one connection of a proxy, with its conditions and stalls. Usable from any thread. */
final class Lane {

    private record Hold(long fromNs, long untilNs) {}

    private static final Hold NEVER = new Hold(0, 0);
    private static final double NS_PER_S = 1e9;

    private final TimeSource time;
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    volatile WireConditions conditions = WireConditions.CLEAR;
    private volatile Hold hold = NEVER;

    Lane(TimeSource time) {
        this.time = time;
    }

    /** A direction with the present conditions and stall of another. */
    Lane(Lane other) {
        this(other.time);
        conditions = other.conditions;
        hold = other.hold;
    }

    synchronized void change(UnaryOperator<WireConditions> wanted) {
        conditions = wanted.apply(conditions);
        waiting.forEach(time::unpark);
    }

    /** Holds back all bytes of this direction in the given time. */
    void stall(long fromNs, long untilNs) {
        hold = new Hold(fromNs, untilNs);
        waiting.forEach(time::unpark);
    }

    /** Waits until bytes with the given due time have passed stalls and bandwidth; returns the present time. */
    long awaitPassage(long dueNs, int bytes) throws InterruptedException {
        waiting.add(Thread.currentThread());
        try {
            long now = time.nanoTime();
            for (long untilNs = passageNs(dueNs, bytes, now);
                    untilNs - now > 0;
                    untilNs = passageNs(dueNs, bytes, now)) {
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

    private long passageNs(long dueNs, int bytes, long now) {
        Hold present = hold;
        boolean held = now - present.fromNs >= 0 && now - present.untilNs < 0;
        return held && present.untilNs - dueNs > 0 ? present.untilNs : dueNs + takesNs(bytes);
    }

    /** Time in ns that the bandwidth takes for a number of bytes; 0 without a limit. */
    long takesNs(int bytes) {
        long perSecond = conditions.bytesPerSecond();
        return perSecond == 0 ? 0 : (long) (NS_PER_S * bytes / perSecond);
    }
}
