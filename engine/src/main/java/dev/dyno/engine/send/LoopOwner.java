package dev.dyno.engine.send;

import dev.dyno.driver.TimeSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Decides which thread does the work of a {@link SendLoop}: the loop's own thread or, while that sleeps, a thread of the client
 * library that has just reported completions. All-out, where every message waits for an answer, this saves two wake-ups: answers
 * need not wake the loop's thread, and messages need not wake the library's, which is awake already.
 *
 * <p>The loop's thread creates it, and calls {@link #begin}, {@link #sleepUntil} and {@link #end}; threads of the client library
 * call {@link #tryWork} after they have added a completion:
 *
 * <pre>{@code
 * owner.begin();                                  // the loop's thread
 * while (!over) {
 *     work();
 *     owner.sleepUntil(nextDueNs);
 * }
 * owner.end();
 *
 * completions.add(slot, acknowledgedNs);          // a thread of the library
 * owner.tryWork();                                // may call help
 * }</pre>
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>At most one thread works at a time, and it sees all that was done before.
 *   <li>{@link #tryWork} never blocks: if another thread is working, it returns at once.
 *   <li>No completion stays unprocessed: the thread that works when it is added takes it, or the loop's thread does not go to
 *       sleep, or is woken.
 *   <li>After {@link #end} no other thread begins to work.
 *   <li>Nothing is allocated after the construction.
 * </ol>
 */
final class LoopOwner {

    private final TimeSource time;
    private final CompletionQueue completions;
    private final BooleanSupplier help;
    private final Thread owner = Thread.currentThread();
    private final ReentrantLock turn = new ReentrantLock();
    private volatile boolean open;

    /** @param help does the work that can be done now, and returns whether the loop's own thread must wake up, too */
    LoopOwner(TimeSource time, CompletionQueue completions, BooleanSupplier help) {
        this.time = time;
        this.completions = completions;
        this.help = help;
    }

    /** Makes the calling thread do the work whenever it is awake. */
    void begin() {
        turn.lock();
        open = true;
    }

    /** Ends the help of other threads. */
    void end() {
        open = false;
        turn.unlock();
    }

    /** Sleeps until the deadline or until another thread wakes this one; other threads may do the work in the meantime. */
    void sleepUntil(long deadlineNs) {
        turn.unlock();
        try {
            // A thread that reported a completion while it could not get the lock has left the work to this thread.
            if (completions.isEmpty()) {
                time.parkUntil(deadlineNs);
            }
        } finally {
            turn.lock();
        }
    }

    /**
     * Called by a thread that has reported completions: does the work that follows from them unless another thread is doing it.
     */
    void tryWork() {
        if (!open || completions.isEmpty() || turn.isHeldByCurrentThread() || !turn.tryLock()) {
            return;
        }
        boolean ownerNeeded;
        try {
            ownerNeeded = open && help.getAsBoolean();
        } finally {
            turn.unlock();
        }
        if (ownerNeeded || (open && !completions.isEmpty())) {
            time.unpark(owner);
        }
    }
}
