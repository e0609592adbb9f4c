package dev.dyno.driver.tck;

import dev.dyno.driver.TimeSource;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The JDK's clock, for the tests of drivers. */
public final class JdkTime implements TimeSource {

    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(task -> {
        final Thread thread = new Thread(task, "contract-time");
        thread.setDaemon(true);
        return thread;
    });

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
        final long waitNs = deadlineNs - System.nanoTime();
        if (waitNs > 0) {
            LockSupport.parkNanos(this, waitNs);
        }
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public Cancellable schedule(long atNs, Runnable task) {
        final Future<?> future = scheduler.schedule(task, atNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }
}
