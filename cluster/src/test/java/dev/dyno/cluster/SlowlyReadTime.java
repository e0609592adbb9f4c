package dev.dyno.cluster;

import dev.dyno.driver.TimeSource;
import java.util.concurrent.locks.LockSupport;

/** A clock that is asked over a long way, when it is asked by a thread of the group. */
record SlowlyReadTime(TimeSource time) implements TimeSource {

    private static final long WAY_NS = 1_000_000;

    @Override
    public long nanoTime() {
        boolean asked = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith("dev.dyno.cluster.group.")));
        if (asked) {
            LockSupport.parkNanos(WAY_NS);
        }
        return time.nanoTime();
    }

    @Override
    public long epochMillis() {
        return time.epochMillis();
    }

    @Override
    public void parkUntil(long deadlineNs) {
        time.parkUntil(deadlineNs);
    }

    @Override
    public void unpark(Thread thread) {
        time.unpark(thread);
    }

    @Override
    public Cancellable schedule(long atNs, Runnable task) {
        return time.schedule(atNs, task);
    }
}
