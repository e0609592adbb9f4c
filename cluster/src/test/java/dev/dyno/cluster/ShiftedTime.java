package dev.dyno.cluster;

import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.TimeSource;

/** A clock that differs from another by a fixed time. */
final class ShiftedTime extends ForwardingTime {

    private final long shiftNs;

    ShiftedTime(TimeSource time, long shiftNs) {
        super(time);
        this.shiftNs = shiftNs;
    }

    @Override
    public long nanoTime() {
        return super.nanoTime() + shiftNs;
    }

    @Override
    public void parkUntil(long deadlineNs) {
        super.parkUntil(deadlineNs - shiftNs);
    }

    @Override
    public Cancellable schedule(long atNs, Runnable task) {
        return super.schedule(atNs - shiftNs, task);
    }
}
