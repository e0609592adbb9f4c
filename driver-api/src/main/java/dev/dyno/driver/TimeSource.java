package dev.dyno.driver;

/**
 * Clock and waits in one place, so that a test can run an hour in an instant.
 *
 * <p>Assumptions and guarantees: usable from any thread. All times are ns on one monotonic clock of arbitrary origin, compared by
 * subtraction; on one host, processes share that origin.
 */
public interface TimeSource {

    /** Present time, in ns. */
    long nanoTime();

    /** Present wall-clock time, in ms since 1970; only for labels, never for durations. */
    long epochMillis();

    /**
     * Waits until {@code deadlineNs}, or until {@link #unpark} of the calling thread. May return early without a reason, so
     * callers loop. An interrupt ends the wait and stays set.
     */
    void parkUntil(long deadlineNs);

    /** Ends the present wait of that thread or, if it does not wait, its next one. */
    void unpark(Thread thread);

    /** Runs a short task once, at {@code atNs} or soon after, on a thread of the time source; at once if that time is past. */
    Cancellable schedule(long atNs, Runnable task);

    /** A scheduled task. */
    @FunctionalInterface
    interface Cancellable {

        /** Drops the task if it has not begun. */
        void cancel();
    }
}
