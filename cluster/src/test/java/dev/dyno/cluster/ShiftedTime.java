package dev.dyno.cluster;

import dev.dyno.driver.TimeSource;

/** A clock that differs from another by a fixed time. */
record ShiftedTime(TimeSource time, long shiftNs) implements TimeSource {

    @Override
    public long nanoTime() {
        return time.nanoTime() + shiftNs;
    }

    @Override
    public long epochMillis() {
        return time.epochMillis();
    }

    @Override
    public void parkUntil(long deadlineNs) {
        time.parkUntil(deadlineNs - shiftNs);
    }

    @Override
    public void unpark(Thread thread) {
        time.unpark(thread);
    }

    @Override
    public Cancellable schedule(long atNs, Runnable task) {
        return time.schedule(atNs - shiftNs, task);
    }
}
