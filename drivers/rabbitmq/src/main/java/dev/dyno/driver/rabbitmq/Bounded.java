package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs a close of the library on a daemon thread and waits for it a few seconds at the most: a broker that has stopped reading
 * answers none, and one that has gone makes the library wait for minutes.
 */
final class Bounded {

    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(3);

    private Bounded() {}

    /** Something to do where a failure does not matter any more. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    /**
     * Runs it, and ignores that it fails. An interrupt of the calling thread is kept for later.
     *
     * @return whether it has ended
     */
    static boolean run(TimeSource time, Action action) {
        Thread caller = Thread.currentThread();
        AtomicBoolean ended = new AtomicBoolean();
        Thread worker = new Thread(() -> {
            try {
                action.run();
            } catch (Exception e) {
                // Closing what is broken fails: that is why it is being closed.
            } finally {
                ended.set(true);
                time.unpark(caller);
            }
        });
        worker.setName("dyno-rabbitmq-close");
        worker.setDaemon(true);
        worker.start();
        boolean interrupted = false;
        long deadlineNs = time.nanoTime() + LIMIT_NS;
        while (!ended.get() && time.nanoTime() - deadlineNs < 0) {
            interrupted |= Thread.interrupted();
            time.parkUntil(deadlineNs);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return ended.get();
    }
}
