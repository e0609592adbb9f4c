package dev.dyno.driver.kafka;

import dev.dyno.driver.TimeSource;
import java.util.concurrent.locks.LockSupport;

/** The JDK's clock. */
final class JdkTime implements TimeSource {

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long epochMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public void parkUntil(long deadlineNs) {
        LockSupport.parkNanos(this, Math.max(0, deadlineNs - System.nanoTime()));
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public Cancellable schedule(long atNs, Runnable task) {
        throw new UnsupportedOperationException("the Kafka driver schedules nothing");
    }
}
