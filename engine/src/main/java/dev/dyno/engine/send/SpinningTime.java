package dev.dyno.engine.send;

import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.TimeSource;

/**
 * Clock of one thread that sends on time at the cost of a processor: it spins where others sleep, so no wake-up is late.
 *
 * <p>Assumptions and guarantees: {@link #parkUntil} from one thread only, the others from any.
 */
final class SpinningTime extends ForwardingTime {

    /** Longest wait in ns: a thread woken through another clock, which does not end its spinning, is at most that late. */
    private static final long LONGEST_NS = 1_000_000;

    private volatile boolean isUnparked;

    SpinningTime(TimeSource time) {
        super(time);
    }

    @Override
    public void parkUntil(long deadlineNs) {
        long now = nanoTime();
        long endNs = now + Math.min(LONGEST_NS, deadlineNs - now);
        while (!isUnparked && nanoTime() - endNs < 0) {
            Thread.onSpinWait();
        }
        isUnparked = false;
    }

    @Override
    public void unpark(Thread thread) {
        isUnparked = true;
    }
}
