package dev.dyno.engine.record;

import dev.dyno.driver.TimeSource;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * State of a run (whether it continues), and the waits of its thread.
 *
 * <p>Assumptions and guarantees: usable from any thread, except for {@link #begin}, {@link #await} and {@link #awaitEnd}, which
 * belong to the thread of the run.
 */
public final class RunControl {

    /** Time in ns without a message after which the broker is asked how many it has left, and time between two such questions. */
    public static final long IDLE_NS = 5_000_000_000L;

    /** Time in ns between two checks of a condition by the run's thread. */
    public static final long LOOK_NS = 5_000_000;

    /**
     * Time in ns between two checks while waiting for the load to end: the thread is woken for most causes of an end, and each
     * check disturbs the load.
     */
    private static final long LOAD_LOOK_NS = 250_000_000;

    public final Failure failure = new Failure(this::endLoad);

    private final TimeSource time;

    private volatile boolean stopped;
    private volatile boolean drains;
    private volatile boolean hurried;
    private volatile boolean complete;
    private volatile Thread runThread = Thread.currentThread();
    /** Stops the producers; called at once when the load is stopped or completed, or has failed. */
    private volatile Runnable stopSending = () -> {};

    public RunControl(TimeSource time) {
        this.time = time;
    }

    /** Makes the calling thread the thread of the run. */
    public void begin() {
        runThread = Thread.currentThread();
    }

    /**
     * Requests the end of the load. A second request, or one after the load, ends all waits if this worker is alone.
     *
     * @param alone whether no other worker takes part in the drain
     */
    public void stop(boolean alone) {
        hurried = alone && (stopped || drains);
        stopped = true;
        endLoad();
    }

    /** Notes that the load is over and the drain begins. */
    public void drainBegins() {
        drains = true;
    }

    /** Whether the run must not wait any longer, for messages or for calls. */
    public boolean isHurried() {
        return hurried;
    }

    /** Longest wait in ns for a thread that a client library may block. */
    public long joinNs() {
        return hurried ? LOAD_LOOK_NS : 8 * LOAD_LOOK_NS;
    }

    /** Ends the load as planned: the consumers have received their number of messages, or a search has its answer. */
    public void complete() {
        complete = true;
        endLoad();
    }

    /**
     * Sets the call that stops the producers at the end of the run. It is made at once if the run is already over, and may be made
     * more than once.
     */
    public void stopSendingBy(Runnable stop) {
        stopSending = stop;
        if (isOver()) {
            endLoad();
        }
    }

    private void endLoad() {
        stopSending.run();
        wake();
    }

    public boolean wasStopped() {
        return stopped;
    }

    /** Whether the load was stopped or completed, or the run has failed; false if the load has only reached its planned end. */
    public boolean isOver() {
        return stopped || complete || failure.happened();
    }

    /** Makes the run's thread check its condition. */
    public void wake() {
        time.unpark(runThread);
    }

    /**
     * Waits until the condition holds or the deadline has passed.
     *
     * @return whether the condition holds
     */
    public boolean await(long deadlineNs, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            long now = time.nanoTime();
            if (now >= deadlineNs) {
                return false;
            }
            time.parkUntil(Math.min(deadlineNs, now + LOOK_NS));
        }
        return true;
    }

    /**
     * Waits until the load is over, its planned end has come, or the condition holds.
     *
     * @param endNs planned end; called repeatedly, because it may become known later
     * @param condition the thread is {@linkplain #wake woken} when it changes
     */
    public void awaitEnd(LongSupplier endNs, BooleanSupplier condition) {
        while (!isOver() && !condition.getAsBoolean()) {
            long now = time.nanoTime();
            long end = endNs.getAsLong();
            if (now >= end) {
                return;
            }
            time.parkUntil(Math.min(end, now + LOAD_LOOK_NS));
        }
    }
}
