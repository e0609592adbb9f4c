package dev.dyno.driver.sim;

import dev.dyno.driver.Bounded;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.concurrent.Callable;

/**
 * Event loop of a simulated broker, which does one thing after the other.
 *
 * <p>Assumptions and guarantees: a submitted or scheduled task never runs at the same time as another task of the loop, and
 * happens after the submission.
 */
interface SimLoop {

    /** Duration of a wait without an end that can still be added to a clock reading: 200 years in ns. */
    long FOR_EVER_NS = 200L * 365 * 24 * 3_600 * 1_000_000_000L;

    /** Loop for a clock: events of the calling thread on a virtual one, a thread on any other. */
    static SimLoop on(TimeSource time, String name) {
        return time instanceof VirtualTime virtual ? new VirtualLoop(virtual) : new ThreadLoop(time, name);
    }

    /** Runs a task soon, after those submitted before; from any thread. */
    void submit(Runnable task);

    /** Runs a task at the given time, or soon if that has passed; only on the loop. */
    void at(long atNs, Runnable task);

    /**
     * Runs a task on the loop and waits for its result.
     *
     * @throws DriverException if the task failed, or the loop did not run it within 10 s
     */
    <T> T call(Callable<T> task) throws DriverException;

    /** The same for a task without a result. */
    default void run(Bounded.Action task) throws DriverException {
        call(() -> {
            task.run();
            return true;
        });
    }

    /** Whether a caller on this thread may wait for the loop. */
    boolean mayWait();

    /** Ends the loop; remaining tasks never run. */
    void close();
}
