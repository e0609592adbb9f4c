package dev.dyno.engine.record;

import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.model.workload.FaultPlan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * Replaces connections that break while the load goes on, if the run is to: each at once, and then again after the
 * pauses of a {@link Backoff}.
 *
 * <p>One thread makes one attempt after the other, because a client is used by one thread at a time, and because a client
 * library may report a loss while it holds locks of its own: nothing of it is called from there. The old connection is closed
 * beside it, because that may take long, and what it holds must not keep the new one waiting.
 *
 * <p>Assumptions and guarantees: {@link #begin} and {@link #end} by the run's thread, the others by any.
 */
public final class Reconnector {

    /** A failed send may be told of before the loss that is its cause. */
    private static final long SUSPICION_NS = 1_000_000_000L;

    private static final long JOIN_NS = 2_000_000_000L;
    private static final int MANY = 64;

    /** What becomes of a connection that breaks. */
    private enum State {
        /** The run fails. */
        FAILS,
        /** It is replaced. */
        REPLACES,
        /** Nothing: the run is over. */
        OVER
    }

    private final FaultPlan plan;
    private final TimeSource time;
    private final Threads threads;
    private final Failure failure;
    private final FaultLog log;

    private final Queue<Link> due = new ArrayDeque<>();
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

    /** Whether broken connections are replaced, now or when the load begins. */
    public boolean isAsked() {
        return plan.reconnectDelay().isPresent();
    }

    /** For a link that is new. */
    Backoff newBackoff() {
        return new Backoff(plan.reconnectDelay().orElse(Duration.ZERO), time);
    }

    /** The load begins: from now on. */
    public void begin() {
        if (isAsked()) {
            state = State.REPLACES;
        }
    }

    /** The run is over: attempts that go on are waited for a little, and then left to themselves. */
    public void end() {
        List<Threads.Running> left;
        synchronized (this) {
            state = isAsked() ? State.OVER : State.FAILS;
            due.clear();
            left = List.copyOf(running);
        }
        Threads.joinAll(left, time, JOIN_NS);
    }

    /** A connection has broken; whether that fails the run. Any thread, whatever locks it holds. */
    boolean fails(Throwable cause) {
        if (state == State.FAILS) {
            failure.report(cause);
            return true;
        }
        return false;
    }

    /** Whether broken connections are replaced now. */
    boolean replaces() {
        return state == State.REPLACES;
    }

    /** The link has lost its connection, and nobody uses that any more. Any thread, whatever locks it holds. */
    void lost(Link link, ClientConnection old) {
        log.broken(time.nanoTime(), !plan.faults().isEmpty());
        time.schedule(time.nanoTime(), () -> start("close", old::close));
        enqueueAfter(link.backoff.afterBreakNs(), link);
    }

    /** An attempt has failed. */
    void cannot(DriverException why) {
        lastFailure = Optional.of(why);
    }

    /** Another cluster answers at the address: it has neither the messages nor the subscriptions of this run. */
    void isElsewhere(String before, String now) {
        failure.report(new DriverException("another cluster answers at the broker's address: " + now
                + ", and before the" + " connection broke it was " + before
                + "; its messages are not those of this run. Start the run again"));
    }

    /** Why the last attempt that failed did so, in one line. */
    public Optional<String> lastFailure() {
        return lastFailure.map(Failure::sentenceOf);
    }

    /** A send has failed on a connection that seems to be sound. If it still is in a while, the send is what is wrong. */
    void suspect(Link.Session session, Throwable cause) {
        if (state == State.FAILS) {
            failure.report(cause);
        } else if (state == State.REPLACES && session.isCurrent()) {
            time.schedule(time.nanoTime() + SUSPICION_NS, () -> {
                if (state == State.REPLACES && session.isCurrent()) {
                    failure.report(cause);
                }
            });
        }
    }

    private void enqueueAfter(long pauseNs, Link link) {
        time.schedule(time.nanoTime() + pauseNs, () -> enqueue(link));
    }

    private void enqueue(Link link) {
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
            Link link;
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

    private void replace(Link link) {
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
            // An attempt that has waited for an answer has been a pause itself.
            enqueueAfter(link.backoff.afterFailureNs() - (time.nanoTime() - beganNs), link);
        }
    }
}
