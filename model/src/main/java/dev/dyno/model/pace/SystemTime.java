package dev.dyno.model.pace;

import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The clock of this machine.
 *
 * <p>Assumptions and guarantees: usable from any thread. Scheduled tasks run one at a time on one daemon thread, which starts
 * with the first of them; an exception of a task goes to that thread's handler of uncaught exceptions.
 */
public final class SystemTime implements TimeSource, AutoCloseable {

    private final ScheduledThreadPoolExecutor timer;

    public SystemTime() {
        this.timer = new ScheduledThreadPoolExecutor(1, SystemTime::timerThread);
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * Lets the calling thread wake up as near to a deadline as the system can. Linux adds 50 us to the waits of a thread unless
     * the thread asks for less. Call it once in each thread that paces; does nothing on other systems.
     *
     * @return whether the system accepted the setting
     */
    public static boolean prepareThread() {
        try {
            // The link is "4711/task/4712", and its end is this thread; /proc/4712 exists although it is not listed.
            final Path thread =
                    Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc", String.valueOf(thread), "timerslack_ns"), "1");
            return true;
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return false;
        }
    }

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
        final long leftNs = deadlineNs - System.nanoTime();
        if (leftNs > 0) {
            LockSupport.parkNanos(this, leftNs);
        }
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    /** @throws IllegalStateException after {@link #close} */
    @Override
    public Cancellable schedule(long atNs, Runnable task) {
        final Future<?> scheduled;
        try {
            scheduled = timer.schedule(() -> run(task), atNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("the time source is closed", e);
        }
        return () -> scheduled.cancel(false);
    }

    /** Drops the tasks that have not begun. */
    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** Runs a task and reports its exception: an executor would keep it in a future that nobody reads. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            final Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    private static Thread timerThread(Runnable work) {
        final Thread thread = new Thread(
                () -> {
                    prepareThread();
                    work.run();
                },
                "dyno-timer");
        thread.setDaemon(true);
        return thread;
    }
}
