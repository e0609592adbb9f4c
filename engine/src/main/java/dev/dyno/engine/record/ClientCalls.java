package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.TimeSource.Cancellable;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * Makes the first calls of a run into the client libraries, which connect, and the last ones, which close, on threads of their
 * own: some libraries try to connect for ever, or block while a broker hangs. The run waits while calls keep returning.
 *
 * <p>Assumptions and guarantees: {@link #connect} and {@link #close} by the run's thread, {@link #connected} by any; reports on the
 * thread of the clock.
 */
public final class ClientCalls {

    /** Time in ms after which the run no longer waits for a last call that is blocked. */
    public static final long PATIENCE_MS = 5_000;

    /** Longest wait in ms for all last calls of a run: each of a thousand clients may take just less than the patience. */
    public static final long LIMIT_MS = 60_000;

    /** Time in ms between two checks whether a call has returned or the user does not want to wait. */
    static final long LOOK_MS = 250;

    /** Time in ms after the request to end the run in which a first call may still return and have its result closed properly. */
    private static final long GRACE_MS = 2_000;

    /** Time in ns until the first report: most loads are connected by then. */
    private static final long FIRST_NS = 2_000_000_000L;

    private static final long EVERY_NS = 1_000_000_000L;

    /** Number of destinations that can be created in the time allowed for one connection. */
    private static final int AT_ONCE = 100;

    private final TimeSource time;
    private final Threads threads;
    private final RunControl control;
    private final RunListener listener;
    private final long allowedMs;
    private final long all;
    private final long firstNs;
    private final AtomicInteger connected = new AtomicInteger();
    private final AtomicInteger returned = new AtomicInteger();

    /** Whether {@link #connect} is in progress: the number of connected clients is then reported each second. Guarded by this. */
    private boolean connecting;

    /** The next report. Guarded by this. */
    private Cancellable next = () -> {};

    /** Latest calls begun; the next ones are made after them. */
    private Threads.Running before = timeoutMillis -> true;

    /** Time in ms that the run has waited for first calls since its end was requested. */
    private long unwantedMs;

    /** Time in ms that the run has waited for last calls. */
    private long waitedMs;

    /** Whether the run no longer waits for a call, nor for the calls after it. */
    private boolean givenUp;

    /** @param plan contains the share of the clients that are connected here */
    ClientCalls(RunPlan plan, TimeSource time, Threads threads, RunControl control, RunListener listener) {
        this.time = time;
        this.threads = threads;
        this.control = control;
        this.listener = listener;
        allowedMs = plan.workload().phases().connectTimeout().toMillis();
        firstNs = time.nanoTime() + FIRST_NS;
        int producers = plan.workload().producerCount();
        int consumers = plan.workload().consumerCount();
        all = plan.share().countProducers(0, producers) + plan.share().countConsumers(producers, consumers);
    }

    /**
     * Runs a part of the first calls, and reports each second how many clients are connected. Returns at once if the run is over,
     * else when the part has ended or failed. Gives the part up if no further client is connected within the time that the
     * workload allows for one, or if the part has not returned soon after the request to end the run.
     */
    public void connect(Failure.Step part) {
        if (control.isOver()) {
            return;
        }
        begin();
        try {
            Threads.Running calls = threads.start("connect", () -> make(part));
            await(calls, connected, blockedMs -> {
                unwantedMs += control.isOver() ? LOOK_MS : 0;
                // Destinations are created before the first connection; there can be about as many destinations as
                // clients.
                long mostMs = allowedMs * (connected.get() == 0 ? 1 + all / AT_ONCE : 1);
                boolean isTooLong = blockedMs >= mostMs || unwantedMs >= GRACE_MS || control.isHurried();
                if (isTooLong) {
                    giveUp(calls, blockedMs);
                }
                return isTooLong;
            });
        } finally {
            end();
        }
    }

    private void make(Failure.Step part) {
        try {
            part.run();
        } catch (DriverException e) {
            int number = connected.get();
            control.failure.report(
                    number == 0 || number >= all
                            ? e
                            : new DriverException(words(number) + ", and the next failed: " + e.getMessage(), e));
        }
    }

    private void giveUp(Threads.Running calls, long blockedMs) {
        before = calls;
        givenUp = true;
        String still = "the client library has not returned from a call, for example because it tries to connect"
                + " again and again";
        if (control.isOver()) {
            listener.onNote(still + "; Dyno does not wait for it");
        } else {
            control.failure.report(new DriverException(still + ", for " + blockedMs / 1_000.0
                    + " s; check that a broker" + " with this protocol listens there, or raise connect-timeout"));
        }
    }

    /** Counts one more connected client. */
    public void connected() {
        connected.incrementAndGet();
    }

    private synchronized void begin() {
        connecting = true;
        next = time.schedule(Math.max(firstNs, time.nanoTime() + EVERY_NS), this::report);
    }

    private synchronized void report() {
        if (connecting) {
            listener.onNote(words(connected.get()));
            next = time.schedule(time.nanoTime() + EVERY_NS, this::report);
        }
    }

    private String words(int number) {
        return String.format(Locale.ROOT, "%,d of %,d producers and consumers are connected", number, all);
    }

    private synchronized void end() {
        connecting = false;
        next.cancel();
    }

    /**
     * Makes the given calls, which stop and close what is open, after all earlier ones, and waits for them for a limited time.
     * The failure of a call is reported.
     *
     * @param calls called on the thread of the calls, when it is their turn
     * @return whether all of them returned in time; false, without a wait, if an earlier call was given up
     */
    public boolean close(Supplier<List<Runnable>> calls) {
        Threads.Running earlier = before;
        before = threads.start("close", () -> {
            earlier.join(Long.MAX_VALUE);
            calls.get().forEach(this::makeLast);
        });
        return !givenUp
                && await(before, returned, blockedMs -> {
                    waitedMs += LOOK_MS;
                    boolean isTooLong = blockedMs >= PATIENCE_MS || waitedMs >= LIMIT_MS;
                    if (isTooLong && !control.isHurried()) {
                        listener.onNote("the client library has not closed its resources after " + waitedMs / 1_000
                                + " s, for example because the broker hangs; Dyno does not wait for it");
                    }
                    givenUp = isTooLong || control.isHurried();
                    return givenUp;
                });
    }

    private void makeLast(Runnable call) {
        control.failure.reportFrom(call::run);
        returned.incrementAndGet();
    }

    /**
     * Waits until calls have returned.
     *
     * @param done number of calls that have returned so far
     * @param isTooLong decides at each check whether to give up, by the time in ms since a call last returned
     * @return false if it took too long
     */
    private static boolean await(Threads.Running calls, AtomicInteger done, LongPredicate isTooLong) {
        int earlier = done.get();
        long blockedMs = 0;
        while (!calls.join(LOOK_MS)) {
            int now = done.get();
            blockedMs = now == earlier ? blockedMs + LOOK_MS : 0;
            earlier = now;
            if (isTooLong.test(blockedMs)) {
                return false;
            }
        }
        return true;
    }
}
