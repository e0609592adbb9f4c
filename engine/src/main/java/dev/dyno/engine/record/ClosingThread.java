package dev.dyno.engine.record;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes the last calls of a run into the client libraries, which stop and close what they have, one after the other on a thread
 * of their own: with a broker that hangs, some of them block for minutes or for ever. The run waits while calls keep returning,
 * and for a minute in all; the remaining calls are made if the blocked one returns later.
 *
 * <p>Assumptions and guarantees: {@link #run} by the run's thread. A failure is reported, and the next call is made.
 */
public final class ClosingThread {

    /** Time in ms after which a blocked call is not waited for any longer. */
    public static final long PATIENCE_MS = 5_000;

    /** Longest wait in ms for all calls of a run: each of a thousand clients may take just less than the patience. */
    static final long LIMIT_MS = 60_000;

    /** Time in ms between two checks whether a call has returned or the user does not want to wait. */
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
     * @param hurried whether the user does not want to wait for the calls
     * @param note receives a sentence for the user
     */
    public ClosingThread(Threads threads, Failure failure, BooleanSupplier hurried, Consumer<String> note) {
        this.threads = threads;
        this.failure = failure;
        this.hurried = hurried;
        this.note = note;
    }

    /** Gives up waiting for a call that has not returned; all later calls follow it, if it ever returns. */
    void behind(Threads.Running call) {
        last = call;
        givenUp = true;
    }

    /**
     * Makes these calls after all earlier ones.
     *
     * @param calls called on the thread of the calls, when it is their turn
     * @return whether all of them returned
     */
    public boolean run(Supplier<List<Runnable>> calls) {
        Threads.Running before = last;
        last = threads.start("close", () -> {
            before.join(Long.MAX_VALUE);
            calls.get().forEach(this::make);
        });
        int returnedBefore = returned.get();
        long blockedMs = 0;
        while (!givenUp) {
            if (last.join(LOOK_MS)) {
                return true;
            }
            int now = returned.get();
            blockedMs = now == returnedBefore ? blockedMs + LOOK_MS : 0;
            waitedMs += LOOK_MS;
            returnedBefore = now;
            if (hurried.getAsBoolean()) {
                givenUp = true;
            } else if (blockedMs >= PATIENCE_MS || waitedMs >= LIMIT_MS) {
                givenUp = true;
                note.accept("the client library has not closed its resources after " + waitedMs / 1_000
                        + " s, for example because the broker hangs; Dyno does not wait for it");
            }
        }
        return false;
    }

    private void make(Runnable call) {
        failure.reportFrom(call::run);
        returned.incrementAndGet();
    }
}
