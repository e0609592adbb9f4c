package dev.dyno.engine.record;

import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.InDoubtException;
import dev.dyno.driver.TimeSource;
import dev.dyno.model.workload.FaultPlan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * Replaces connections that break during the load, if the run asks for it. A {@link Backoff} gives the pause before each attempt.
 *
 * <p>One thread makes one attempt after the other. It is not the thread that reports a loss, because a client library may report
 * it while it holds locks of its own. The old connection is closed on another thread, because that may take long and must not
 * delay the new one.
 *
 * <p>Assumptions and guarantees: {@link #begin} and {@link #end} by the run's thread, the others by any.
 */
public final class Reconnector {

    /**
     * Time in ns after a failed send in which the loss of its connection may still be reported. If it is not, the send itself
     * fails the run.
     */
    public static final long SUSPICION_NS = 1_000_000_000L;

    private static final int MANY = 64;

    /** Handling of a broken connection. */
    private enum State {
        /** The run fails. */
        FAILS,
        /** The connection is replaced. */
        REPLACES,
        /** Nothing is done: the run is over. */
        OVER
    }

    private final FaultPlan plan;
    private final TimeSource time;
    private final Threads threads;
    private final Failure failure;
    private final FaultLog log;

    private final Queue<ReplaceableConnection> due = new ArrayDeque<>();
    private final List<Threads.Running> running = new ArrayList<>();
    private boolean working;
    private volatile Optional<DriverException> lastFailure = Optional.empty();
    private volatile State state = State.FAILS;

    public Reconnector(FaultPlan plan, TimeSource time, Threads threads, Failure failure, FaultLog log) {
        this.plan = plan;
        this.time = time;
        this.threads = threads;
        this.failure = failure;
        this.log = log;
    }

    /** Whether broken connections are replaced, now or once the load begins. */
    public boolean isAsked() {
        return plan.reconnectDelay().isPresent();
    }

    /** Makes the pauses of a new link. */
    Backoff newBackoff() {
        return new Backoff(plan.reconnectDelay().orElse(Duration.ZERO), time);
    }

    /** Begins replacing, with the load. */
    public void begin() {
        if (isAsked()) {
            state = State.REPLACES;
        }
    }

    /** Ends replacing, with the run: waits at most {@code joinNs} for connects and closes in progress, then abandons them. */
    public void end(long joinNs) {
        List<Threads.Running> left;
        synchronized (this) {
            state = isAsked() ? State.OVER : State.FAILS;
            due.clear();
            left = List.copyOf(running);
        }
        Threads.joinAll(left, time, joinNs);
    }

    /**
     * Handles a broken connection; returns whether it fails the run. Any thread, with any locks held.
     *
     * @param refusedAgain whether the broker has refused, for the second time in a row, what it would refuse on every connection
     */
    boolean fails(Throwable cause, boolean refusedAgain) {
        boolean fails = state == State.FAILS || (refusedAgain && replaces());
        if (fails) {
            failure.report(cause);
        }
        return fails;
    }

    /** Whether broken connections are replaced now. */
    boolean replaces() {
        return state == State.REPLACES;
    }

    /** Closes the lost connection of a link, and replaces it after a pause. Any thread, with any locks held. */
    void lost(ReplaceableConnection link, ClientConnection old, Throwable cause) {
        log.broken(time.nanoTime(), !plan.faults().isEmpty(), cause);
        time.schedule(time.nanoTime(), () -> start("close", old::close));
        enqueueAfter(link.backoff.afterBreakNs(), link);
    }

    /**
     * Notes that an attempt has failed, which fails the run if the broker has refused again.
     *
     * @param refusedAgain see {@link #fails}
     */
    void attemptFailed(DriverException why, boolean refusedAgain) {
        lastFailure = Optional.of(why);
        log.failed(time.nanoTime(), why);
        if (refusedAgain && replaces()) {
            failure.report(why);
        }
    }

    /**
     * Fails the run because another cluster answers at the address: it has neither the messages nor the subscriptions of this
     * run.
     */
    void failElsewhere(String before, String now) {
        failure.report(new DriverException("another cluster answers at the broker's address: " + now
                + ", and before the" + " connection broke it was " + before
                + "; its messages are not those of this run. Start the run again"));
    }

    /** Cause of the last failed attempt to replace a connection of any link, in one line. */
    public Optional<String> lastFailure() {
        return lastFailure.map(Failure::sentenceOf);
    }

    /**
     * Handles a send that failed on a seemingly sound connection. Where connections are replaced, the send fails the run if the
     * connection is still sound a while later; otherwise at once. A send that is in doubt because the client library connects
     * again is only counted.
     */
    void suspect(ReplaceableConnection.Session session, Throwable cause) {
        if (cause instanceof InDoubtException) {
            failure.counted(cause);
        } else if (state == State.FAILS) {
            failure.report(cause);
        } else if (state == State.REPLACES && session.isCurrent()) {
            time.schedule(time.nanoTime() + SUSPICION_NS, () -> {
                if (state == State.REPLACES && session.isCurrent()) {
                    failure.report(cause);
                }
            });
        }
    }

    private void enqueueAfter(long pauseNs, ReplaceableConnection link) {
        time.schedule(time.nanoTime() + pauseNs, () -> enqueue(link));
    }

    private void enqueue(ReplaceableConnection link) {
        synchronized (this) {
            if (state != State.REPLACES) {
                return;
            }
            due.add(link);
            if (working) {
                return;
            }
            working = true;
        }
        start("reconnect", this::work);
    }

    private void start(String name, Runnable task) {
        Threads.Running started = threads.start(name, task);
        synchronized (this) {
            if (running.size() >= MANY) {
                running.removeIf(one -> one.join(1));
            }
            running.add(started);
        }
    }

    private void work() {
        while (true) {
            ReplaceableConnection link;
            synchronized (this) {
                link = due.poll();
                working = link != null;
                if (link == null) {
                    return;
                }
            }
            replace(link);
        }
    }

    private void replace(ReplaceableConnection link) {
        long beganNs = time.nanoTime();
        log.attempted(beganNs);
        boolean restored;
        try {
            restored = link.reconnect();
        } catch (RuntimeException | Error e) {
            failure.report(e);
            return;
        }
        if (restored) {
            log.restored(time.nanoTime());
        } else {
            // The duration of an attempt counts as part of the pause.
            enqueueAfter(link.backoff.afterFailureNs() - (time.nanoTime() - beganNs), link);
        }
    }
}
