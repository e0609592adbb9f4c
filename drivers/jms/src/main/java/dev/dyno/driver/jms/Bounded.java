package dev.dyno.driver.jms;

import dev.dyno.driver.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs a provider's close on a daemon thread and waits for it a few seconds at the most: with the broker gone some of them
 * wait for an answer for half a minute, or for ever.
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
    static boolean run(TimeSource time, String name, Action action) {
        AtomicBoolean ended = new AtomicBoolean();
        begin(time, name, action, ended);
        return await(time, ended);
    }

    /** Runs it, and neither waits for its end nor cares whether it fails. */
    static void begin(TimeSource time, String name, Action action) {
        begin(time, name, action, new AtomicBoolean());
    }

    private static void begin(TimeSource time, String name, Action action, AtomicBoolean ended) {
        Thread caller = Thread.currentThread();
        Thread worker = new Thread(() -> {
            try {
                action.run();
            } catch (Exception | LinkageError e) {
                // Closing what is broken fails: that is why it is being closed.
            } finally {
                ended.set(true);
                time.unpark(caller);
            }
        });
        worker.setName("dyno-jms-" + name);
        worker.setDaemon(true);
        worker.setContextClassLoader(ContextLoader.ofDriver());
        worker.start();
    }

    private static boolean await(TimeSource time, AtomicBoolean ended) {
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
