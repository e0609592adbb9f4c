package dev.dyno.engine.record;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The last calls of a run into the client libraries, to stop and close what they have: one after the other, on a thread of their
 * own, since with a broker that stands still some of them wait for minutes or for ever. They are waited for as long as one after
 * the other returns, and for a minute in all: what is left then is called if and when the one that blocks returns.
 *
 * <p>Assumptions and guarantees: {@link #run} by the run's thread. A failure is reported, and the next call is made.
 */
public final class ClosingThread {

    /** A call that blocks for so long is not waited for any more. */
    public static final long PATIENCE_MS = 5_000;

    /** All calls of a run together are waited for no longer: each of a thousand clients may take just less than the patience. */
    static final long LIMIT_MS = 60_000;

    /** How often to look whether another call has returned, or somebody does not want to wait. */
    static final long LOOK_MS = 250;

    private final Threads threads;
    private final Failure failure;
    private final BooleanSupplier hurried;
    private final Consumer<String> note;
    private final AtomicInteger returned = new AtomicInteger();
    private Threads.Running last = timeoutMillis -> true;
    private long waitedMs;
    private boolean givenUp;

    /**
     * @param hurried whether somebody does not want to wait for the calls
     * @param note takes a sentence for the user
     */
    public ClosingThread(Threads threads, Failure failure, BooleanSupplier hurried, Consumer<String> note) {
        this.threads = threads;
        this.failure = failure;
        this.hurried = hurried;
        this.note = note;
    }

    /** Gives up waiting for a call that has not returned: all later calls come after it, if it ever returns. */
    void behind(Threads.Running call) {
        last = call;
        givenUp = true;
    }

    /**
     * Makes these calls after all that were given before.
     *
     * @param calls asked for on the thread of the calls, when it is their turn
     * @return whether they all returned
     */
    public boolean run(Supplier<List<Runnable>> calls) {
        Threads.Running before = last;
        last = threads.start("close", () -> {
            before.join(Long.MAX_VALUE);
            calls.get().forEach(this::make);
        });
        int seen = returned.get();
        long blockedMs = 0;
        while (!givenUp) {
            if (last.join(LOOK_MS)) {
                return true;
            }
            int now = returned.get();
            blockedMs = now == seen ? blockedMs + LOOK_MS : 0;
            waitedMs += LOOK_MS;
            seen = now;
            if (hurried.getAsBoolean()) {
                givenUp = true;
            } else if (blockedMs >= PATIENCE_MS || waitedMs >= LIMIT_MS) {
                givenUp = true;
                note.accept("the client library has not closed what it has after " + waitedMs / 1_000
                        + " s, as behind a broker that stands still; it is not waited for");
            }
        }
        return false;
    }

    private void make(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            failure.report(e);
        }
        returned.incrementAndGet();
    }
}
