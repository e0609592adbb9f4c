package dev.dyno.engine.send;

import dev.dyno.driver.TimeSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Who does the work of a {@link SendLoop}: its own thread or, while that sleeps, a thread of the client library that has told of
 * completions. All-out, where every message waits for an answer, that saves the wake-ups of both: the loop's thread is not woken
 * by the answers, and the library's, which is awake, not by the messages.
 *
 * <p>Assumptions and guarantees: made, begun, put to sleep and ended by the loop's thread; {@link #goOn} from any, which never
 * waits. One thread works at a time, and sees all that was done before. Allocates nothing but itself.
 */
final class Handover {

    private final TimeSource time;
    private final CompletionQueue completions;
    private final BooleanSupplier help;
    private final Thread owner = Thread.currentThread();
    private final ReentrantLock turn = new ReentrantLock();
    private volatile boolean open;

    /** @param help does what can be done now, and says whether the loop's own thread is to look, too */
    Handover(TimeSource time, CompletionQueue completions, BooleanSupplier help) {
        this.time = time;
        this.completions = completions;
        this.help = help;
    }

    /** From now on the work is this thread's while it is awake. */
    void begin() {
        turn.lock();
        open = true;
    }

    /** Nobody helps any more. */
    void end() {
        open = false;
        turn.unlock();
    }

    /** Sleeps until that time, or until somebody wakes this thread, and leaves the work to others meanwhile. */
    void sleepUntil(long deadlineNs) {
        turn.unlock();
        try {
            // Who told of one while the turn was not to be had has left it to this thread.
            if (completions.isEmpty()) {
                time.parkUntil(deadlineNs);
            }
        } finally {
            turn.lock();
        }
    }

    /** The calling thread has told of completions, and does what follows from them unless another thread is at it. */
    void goOn() {
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
