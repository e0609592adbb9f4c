package dev.dyno.engine.record;

import dev.dyno.driver.TimeSource;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Whether a run goes on, and the waiting of the thread that runs it.
 *
 * <p>Assumptions and guarantees: usable from any thread, except for {@link #begin}, {@link #await} and {@link #awaitEnd}, which belong
 * to the thread of the run.
 */
public final class RunControl {

    /** Time without a message after which the broker is asked what it has left; and again after as long. */
    public static final long IDLE_NS = 5_000_000_000L;

    /** How often the thread of the run looks at what it waits for. */
    public static final long LOOK_NS = 5_000_000;

    /** The same while it waits for the load to end: it is woken for most of what can end it, and each look disturbs the load. */
    private static final long LOAD_LOOK_NS = 250_000_000;

    public final Failure failure = new Failure(this::endLoad);

    private final TimeSource time;

    private volatile boolean stopped;
    private volatile boolean drains;
    private volatile boolean hurried;
    private volatile boolean countReached;
    private volatile Thread runThread = Thread.currentThread();
    /** Stops the producers, which a stop and a failure do at once. */
    private volatile Runnable stopSending = () -> {};

    public RunControl(TimeSource time) {
        this.time = time;
    }

    /** The calling thread runs the run. */
    public void begin() {
        runThread = Thread.currentThread();
    }

    /**
     * Somebody asks for the end: of the load, or, after it or for the second time, of all waiting.
     *
     * @param alone whether nobody else decides how long the drain lasts
     */
    public void stop(boolean alone) {
        hurried = alone && (stopped || drains);
        stopped = true;
        endLoad();
    }

    /** The load is over, and what is under way is waited for. */
    public void drains() {
        drains = true;
    }

    /** Whether somebody does not want to wait any longer for what is under way. */
    public boolean isHurried() {
        return hurried;
    }

    /** The consumers have received what they were to. */
    public void countReached() {
        countReached = true;
        endLoad();
    }

    /**
     * Names the call that stops the producers when the run ends. It is made at once if the run is over already, and may be made more
     * than once.
     */
    public void sending(Runnable stop) {
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

    /** No more load: it was stopped, has received its count, or has failed. */
    public boolean isOver() {
        return stopped || countReached || failure.happened();
    }

    /** Makes the thread of the run look again. */
    public void wake() {
        time.unpark(runThread);
    }

    /**
     * Waits for the condition until the deadline.
     *
     * @return whether it holds
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
     * Waits until the load is over, its time has come, or the condition holds.
     *
     * @param endNs when it ends; asked again and again, because it may become known meanwhile
     * @param condition something of which the thread is {@linkplain #wake woken}
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
