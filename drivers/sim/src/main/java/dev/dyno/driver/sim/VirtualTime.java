package dev.dyno.driver.sim;

import dev.dyno.driver.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until its thread waits, and then jumps from event to event: an hour of virtual time takes only as
 * long as its events, and every reading is exact. Reading the clock costs no virtual time.
 *
 * <p>Assumptions and guarantees: for ONE thread, which runs everything, also the scheduled tasks: they run inside
 * {@link #parkUntil} and {@link #advance}, ordered by time and then in the order in which they were scheduled. The first thread
 * that uses the clock owns it; a use by another thread throws {@link IllegalStateException}. A task may itself park; the events
 * due meanwhile then run inside it.
 */
public final class VirtualTime implements TimeSource {

    /** Wall clock at the origin, in ms since 1970: 2026-01-01T00:00:00Z. */
    private static final long EPOCH_MILLIS_AT_ORIGIN = 1_767_225_600_000L;

    /** Wait in ns above which, if no event is left, the clock throws: 100 years, for which a real thread would hang. */
    private static final long FOR_EVER_NS = 100L * 365 * 24 * 3_600 * 1_000_000_000L;

    private final EventHeap events = new EventHeap();
    private final long originNs;
    private long nowNs;
    private boolean permit;
    private volatile @Nullable Thread owner;

    /** A clock that starts at 0. */
    public VirtualTime() {
        this(0);
    }

    /** A clock whose first reading is {@code originNs}. */
    public VirtualTime(long originNs) {
        this.originNs = originNs;
        this.nowNs = originNs;
    }

    @Override
    public long nanoTime() {
        checkOwner();
        return nowNs;
    }

    /** Wall-clock time, in ms since 1970: 2026-01-01T00:00:00Z at the origin, advancing with {@link #nanoTime}. */
    @Override
    public long epochMillis() {
        checkOwner();
        return EPOCH_MILLIS_AT_ORIGIN + Math.floorDiv(nowNs - originNs, 1_000_000L);
    }

    /**
     * Runs the events due up to {@code deadlineNs} on the calling thread, with the clock set to the time of each. Returns with
     * the clock at the deadline or, if an event unparks the thread, right after that event, with the clock at its time. An
     * interrupt, or an unpark before the call, ends the wait at once, as with {@link java.util.concurrent.locks.LockSupport}; the
     * unpark is used up.
     *
     * @throws IllegalStateException if nothing is scheduled and the deadline is more than 100 years away
     */
    @Override
    public void parkUntil(long deadlineNs) {
        checkOwner();
        while (!takePermit() && !Thread.currentThread().isInterrupted()) {
            if (!runNext(deadlineNs)) {
                jumpTo(deadlineNs);
                return;
            }
        }
    }

    @Override
    public void unpark(Thread thread) {
        checkOwner();
        if (thread != owner) {
            throw new IllegalStateException("VirtualTime is for one thread, " + nameOf(owner)
                    + "; it cannot wake thread " + thread.getName() + ". Use a real time source for several threads.");
        }
        permit = true;
    }

    @Override
    public Cancellable schedule(long atNs, Runnable task) {
        checkOwner();
        final Event event = new Event(task);
        events.add(atNs, event);
        return event;
    }

    /** Lets {@code ns} pass and runs the events due in that time. Unlike {@link #parkUntil}, it is not ended by an unpark. */
    public void advance(long ns) {
        checkOwner();
        final long deadlineNs = nowNs + ns;
        while (runNext(deadlineNs)) {
            // Each call runs one event.
        }
        jumpTo(deadlineNs);
    }

    /** Number of scheduled events that have not run, including cancelled ones. */
    public int scheduled() {
        checkOwner();
        return events.size();
    }

    private boolean runNext(long deadlineNs) {
        if (events.isEmpty()) {
            return false;
        }
        final long atNs = events.firstNs();
        final Runnable task = events.pollDue(deadlineNs);
        if (task == null) {
            return false;
        }
        if (atNs - nowNs > 0) {
            nowNs = atNs;
        }
        task.run();
        return true;
    }

    private void jumpTo(long deadlineNs) {
        final long aheadNs = deadlineNs - nowNs;
        if (aheadNs > FOR_EVER_NS && events.isEmpty()) {
            throw new IllegalStateException("Thread " + nameOf(owner)
                    + " waits for ever: nothing is scheduled on its VirtualTime that could wake it.");
        }
        if (aheadNs > 0) {
            nowNs = deadlineNs;
        }
    }

    private boolean takePermit() {
        final boolean had = permit;
        permit = false;
        return had;
    }

    private void checkOwner() {
        final Thread current = Thread.currentThread();
        if (owner != current) {
            own(current);
        }
    }

    private synchronized void own(Thread current) {
        if (owner != null) {
            throw new IllegalStateException("VirtualTime is for one thread, " + nameOf(owner) + "; thread "
                    + current.getName() + " cannot use it. Use a real time source for several threads.");
        }
        owner = current;
    }

    private static String nameOf(@Nullable Thread thread) {
        return thread == null ? "none" : thread.getName();
    }

    private static final class Event implements Runnable, Cancellable {

        private @Nullable Runnable task;

        Event(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            final Runnable toRun = task;
            task = null;
            if (toRun != null) {
                toRun.run();
            }
        }

        @Override
        public void cancel() {
            task = null;
        }
    }
}
