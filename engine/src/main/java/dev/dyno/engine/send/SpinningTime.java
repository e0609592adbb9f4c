package dev.dyno.engine.send;

import dev.dyno.driver.TimeSource;

/**
 * Clock of one thread that sends on time at the cost of a processor: it spins where others sleep, so no wake-up is late.
 *
 * <p>Assumptions and guarantees: {@link #parkUntil} from one thread only, the others from any.
 */
final class SpinningTime implements TimeSource {

    /** Longest wait, in ns: a thread that is woken through another clock is so late at most. */
    private static final long LONGEST_NS = 1_000_000;

    private final TimeSource time;
    private volatile boolean isUnparked;

    SpinningTime(TimeSource time) {
        this.time = time;
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public long epochMillis() {
        return time.epochMillis();
    }

    @Override
    public void parkUntil(long deadlineNs) {
        long now = time.nanoTime();
        long endNs = now + Math.min(LONGEST_NS, deadlineNs - now);
        while (!isUnparked && time.nanoTime() - endNs < 0) {
            Thread.onSpinWait();
        }
        isUnparked = false;
    }

    @Override
    public void unpark(Thread thread) {
        isUnparked = true;
    }

    @Override
    public Cancellable schedule(long atNs, Runnable task) {
        return time.schedule(atNs, task);
    }
}
