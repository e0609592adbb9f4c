package dev.dyno.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.concurrent.Callable;

/**
 * Where everything in a simulated broker happens, one thing after another.
 *
 * <p>Assumptions and guarantees: what is submitted or scheduled never runs at the same time as anything else of the loop,
 * and happens after the submission.
 */
interface SimLoop {

    /** A wait without an end, as a duration that can still be added to a clock reading: 200 years in ns. */
    long FOR_EVER_NS = 200L * 365 * 24 * 3_600 * 1_000_000_000L;

    /** The loop for that clock: events of the calling thread on a virtual one, a thread on any other. */
    static SimLoop on(TimeSource time, String name) {
        return time instanceof VirtualTime virtual ? new VirtualLoop(virtual) : new ThreadLoop(time, name);
    }

    /** Runs the task soon, after those submitted before; from any thread. */
    void submit(Runnable task);

    /** Runs the task at that time or, if it is over, soon; only on the loop. */
    void at(long atNs, Runnable task);

    /**
     * Runs the task on the loop and waits for its result.
     *
     * @throws DriverException if the task failed, or the loop did not come to it within 10 s
     */
    <T> T call(Callable<T> task) throws DriverException;

    /** Whether a caller on this thread may wait for something that the loop does. */
    boolean mayWait();

    /** Ends the loop; what has not run by then never does. */
    void close();
}
