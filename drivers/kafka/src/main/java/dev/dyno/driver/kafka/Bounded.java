package dev.dyno.driver.kafka;

import dev.dyno.driver.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs something that has no limit of its own on a daemon thread, and waits for it for a limited time. */
final class Bounded {

    /** How long closing something may take. */
    static final long CLOSE_NS = TimeUnit.SECONDS.toNanos(3);

    private Bounded() {}

    /**
     * Runs it, and ignores that it fails. An interrupt of the calling thread is kept for later.
     *
     * @return whether it has ended within {@link #CLOSE_NS}
     */
    static boolean run(TimeSource time, String name, Runnable action) {
        Thread caller = Thread.currentThread();
        AtomicBoolean ended = new AtomicBoolean();
        Thread worker = new Thread(() -> {
            try {
                action.run();
            } catch (RuntimeException e) {
                // Ending what is broken fails: that is why it is being ended.
            } finally {
                ended.set(true);
                time.unpark(caller);
            }
        });
        worker.setName("dyno-kafka-" + name);
        worker.setDaemon(true);
        worker.start();
        boolean interrupted = false;
        long deadlineNs = time.nanoTime() + CLOSE_NS;
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
