package dev.dyno.engine.record;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.TimeSource.Cancellable;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Runs the first calls of a run into the client libraries on a thread of their own, because some of them retry for ever, and
 * reports each second how many producers and consumers are connected. Gives up a call that takes longer than the workload allows,
 * or that has not returned soon after the end of the run was requested.
 *
 * <p>Assumptions and guarantees: one thread; reports on the thread of the clock.
 */
public final class ConnectProgress {

    /** Time in ns until the first report: most loads are connected by then. */
    private static final long FIRST_NS = 2_000_000_000L;

    private static final long EVERY_NS = 1_000_000_000L;

    /** Time in ms after the request to end in which a call may still return, so that its result is closed in good order. */
    private static final long GRACE_MS = 2_000;

    private static final long LOOK_MS = 250;

    /** Number of destinations that can be created in the time of one connection. */
    private static final int AT_ONCE = 100;

    private final TimeSource time;
    private final Threads threads;
    private final RunControl control;
    private final ClosingThread closing;
    private final RunListener listener;
    private final long allowedMs;
    private final long all;
    private final long firstNs;
    private final AtomicInteger connected = new AtomicInteger();

    /** Whether to report. Guarded by this. */
    private boolean connecting;

    /** The next report. Guarded by this. */
    private Cancellable next = () -> {};

    /** @param plan whose share of clients is connected here */
    public ConnectProgress(
            RunPlan plan,
            TimeSource time,
            Threads threads,
            RunControl control,
            ClosingThread closing,
            RunListener listener) {
        this.time = time;
        this.threads = threads;
        this.control = control;
        this.closing = closing;
        allowedMs = plan.workload().phases().connectTimeout().toMillis();
        this.listener = listener;
        firstNs = time.nanoTime() + FIRST_NS;
        int producers = plan.workload().producerCount();
        int consumers = plan.workload().consumerCount();
        all = IntStream.range(0, producers).filter(plan.share()::hasProducer).count()
                + IntStream.range(producers, producers + consumers)
                        .filter(plan.share()::hasConsumer)
                        .count();
    }

    /**
     * Runs the part and reports progress. Returns when it has ended, also by a failure, or is given up; at once if the run is
     * over.
     */
    public void during(Failure.Step part) {
        if (control.isOver()) {
            return;
        }
        begin();
        try {
            await(threads.start("connect", () -> run(part)));
        } finally {
            end();
        }
    }

    private void run(Failure.Step part) {
        try {
            part.run();
        } catch (DriverException e) {
            int before = connected.get();
            control.failure.report(
                    before == 0 || before >= all
                            ? e
                            : new DriverException(words(before) + ", and the next failed: " + e.getMessage(), e));
        }
    }

    private void await(Threads.Running calls) {
        int before = connected.get();
        long blockedMs = 0;
        long unwantedMs = 0;
        while (!calls.join(LOOK_MS)) {
            int now = connected.get();
            blockedMs = now == before ? blockedMs + LOOK_MS : 0;
            unwantedMs += control.isOver() ? LOOK_MS : 0;
            before = now;
            // Destinations are created before the first connection; there can be about as many of them.
            long mostMs = allowedMs * (now == 0 ? 1 + all / AT_ONCE : 1);
            if (blockedMs >= mostMs || unwantedMs >= GRACE_MS || control.isHurried()) {
                giveUp(calls, blockedMs);
                return;
            }
        }
    }

    private void giveUp(Threads.Running calls, long blockedMs) {
        closing.behind(calls);
        String still = "the client library has not returned from a call, for example because it tries to connect"
                + " again and again";
        if (control.isOver()) {
            listener.onNote(still + "; Dyno does not wait for it");
        } else {
            control.failure.report(
                    new DriverException(still + ", for " + blockedMs / 1_000.0 + " s; is there a broker at"
                            + " that address that speaks this protocol? connect-timeout sets another time"));
        }
    }

    /** Counts one more connected client. */
    public void next() {
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
}
