package dev.dyno.cluster;

import dev.dyno.driver.ForwardingTime;
import dev.dyno.driver.TimeSource;
import java.util.concurrent.locks.LockSupport;

/** A clock that is asked over a long way, when it is asked by a thread of the group. */
final class SlowlyReadTime extends ForwardingTime {

    private static final long WAY_NS = 1_000_000;

    SlowlyReadTime(TimeSource time) {
        super(time);
    }

    @Override
    public long nanoTime() {
        boolean asked = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith("dev.dyno.cluster.group.")));
        if (asked) {
            LockSupport.parkNanos(WAY_NS);
        }
        return super.nanoTime();
    }
}
