package dev.dyno.driver.sim;

import dev.dyno.driver.Bounded;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.concurrent.Callable;

/**
 * Event loop of a simulated broker: runs one task after the other.
 *
 * <p>Assumptions and guarantees: a submitted or scheduled task never runs on another thread at the same time as a task of the
 * loop, and sees all that its submitter did before.
 */
interface SimLoop {

    /** Wait in ns that stands for one without an end: 200 years, which can still be added to a clock reading. */
    long FOR_EVER_NS = 200L * 365 * 24 * 3_600 * 1_000_000_000L;

    /** A loop for a clock: on a virtual one, events of its thread; on any other, a thread of its own. */
    static SimLoop on(TimeSource time, String name) {
        return time instanceof VirtualTime virtual ? new VirtualLoop(virtual) : new ThreadLoop(time, name);
    }

    /** Runs a task soon, after those submitted before; from any thread. */
    void submit(Runnable task);

    /** Runs a task at {@code atNs}, or soon if that is past; called on the loop only. */
    void at(long atNs, Runnable task);

    /**
     * Runs a task on the loop and waits for its result.
     *
     * @throws DriverException if the task failed, or the loop did not run it within 10 s
     */
    <T> T call(Callable<T> task) throws DriverException;

    /** Runs a task without a result on the loop and waits for its end; throws like {@link #call}. */
    default void run(Bounded.Action task) throws DriverException {
        call(() -> {
            task.run();
            return true;
        });
    }

    /** Whether the calling thread may wait for an answer of the loop: the thread of the loop would wait for ever. */
    boolean mayWait();

    /** Ends the loop; remaining tasks never run. */
    void close();
}
