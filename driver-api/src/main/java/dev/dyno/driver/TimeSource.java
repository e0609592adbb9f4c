package dev.dyno.driver;

/**
 * The clock and the means to wait, in one place, so that a test can run an hour in a blink.
 *
 * <p>Assumptions and guarantees: usable from any thread. All times are ns on one monotonic clock of arbitrary origin,
 * compared by subtraction; on one host, processes share that origin.
 */
public interface TimeSource {

    /** Now, in ns. */
    long nanoTime();

    /** Wall clock now, in ms since 1970; only for labels, never for durations. */
    long epochMillis();

    /**
     * Waits until {@code deadlineNs}, or until {@link #unpark} for the calling thread, or for no reason: callers loop. An
     * interrupt ends the wait and stays set.
     */
    void parkUntil(long deadlineNs);

    /** Ends the present or the next wait of that thread. */
    void unpark(Thread thread);

    /** Runs a short task once, at that time or soon after it, on a thread of the time source. */
    Cancellable schedule(long atNs, Runnable task);

    /** A task that has been scheduled. */
    @FunctionalInterface
    interface Cancellable {

        /** Leaves the task out if it has not begun. */
        void cancel();
    }
}
