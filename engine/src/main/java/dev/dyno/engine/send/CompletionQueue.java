package dev.dyno.engine.send;

import dev.dyno.driver.TimeSource;
import java.util.Arrays;

/**
 * Queue that brings completions from the client library's threads to the loop that sent the messages. Two arrays are swapped: the
 * library's threads fill one and the loop empties the other, so the loop holds the lock only for the swap. The loop is woken
 * once, when all completions that it waits for have arrived. A completion inside the send call itself needs no lock.
 *
 * <p>Any thread calls {@link #add}; the loop's thread calls {@link #await} and {@link #awaitSoon}; the thread that does the
 * loop's work calls {@link #exchange} and then reads the entries:
 *
 * <pre>{@code
 * int count = completions.exchange();
 * for (int i = 0; i < count; i++) {
 *     settle(completions.slot(i), completions.acknowledgedNs(i));
 * }
 * }</pre>
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>Each completion is among the entries of exactly one exchange.
 *   <li>The entries of an exchange do not change until the next exchange.
 *   <li>A waiting thread is woken once, when the number of completions that it waits for has arrived.
 *   <li>The lock is held for a few assignments, never while an entry is read.
 *   <li>Memory is allocated only when more completions are waiting than ever before.
 * </ol>
 */
final class CompletionQueue {

    /**
     * Maximum number of polls of {@link #awaitSoon}, which take about as long as waking a sleeping thread: 25 to 50 µs. 0 with
     * one processor, where no completion could arrive while this thread polls.
     */
    private static final int LOOKS = Runtime.getRuntime().availableProcessors() > 1 ? 1_024 : 0;

    /** Stands for the acknowledgement time of a send that failed. */
    static final long FAILED = Long.MIN_VALUE;

    private final TimeSource time;
    /** Pairs of a completion, as {@link AsyncSender} encodes it, and the time of its acknowledgement. Guarded by this. */
    private long[] filling = new long[128];
    /**
     * Number of values in {@link #filling}. Written under this object's monitor; read without it to see whether the queue is
     * empty.
     */
    private volatile int filled;
    /** Number of completions that the loop waits for; 0 = it is not waiting. Guarded by this. */
    private int wanted;

    /** The loop's thread. */
    private volatile Thread owner = Thread.currentThread();

    /** The loop's own array, with the entries of the last {@link #exchange}. */
    private long[] emptying = new long[128];

    /** Completions that arrived on the loop's own thread, inside a send. */
    private long[] inline = new long[128];

    private int inlineFilled;
    /**
     * Whether the owner is inside {@link #await}: on a virtual clock, completions from outside then arrive on its thread, too.
     * Used by the owner only.
     */
    private boolean waiting;

    CompletionQueue(TimeSource time) {
        this.time = time;
    }

    /** Makes the calling thread the owner, at the beginning of the loop. */
    void claim() {
        owner = Thread.currentThread();
    }

    /** Adds the completion of a message: the time of its acknowledgement, or {@link #FAILED}. */
    void add(long slot, long acknowledgedNs) {
        if (Thread.currentThread() == owner && !waiting) {
            addInline(slot, acknowledgedNs);
        } else {
            addFromOutside(slot, acknowledgedNs);
        }
    }

    private void addInline(long slot, long acknowledgedNs) {
        int n = inlineFilled;
        if (n + 2 > inline.length) {
            inline = Arrays.copyOf(inline, 2 * inline.length);
        }
        inline[n] = slot;
        inline[n + 1] = acknowledgedNs;
        inlineFilled = n + 2;
    }

    private void addFromOutside(long slot, long acknowledgedNs) {
        boolean wake;
        synchronized (this) {
            append(slot, acknowledgedNs);
            wake = wanted > 0 && filled / 2 >= wanted;
            if (wake) {
                wanted = 0;
            }
        }
        if (wake) {
            time.unpark(owner);
        }
    }

    /** Fetches the completions that have arrived and returns their number; they stay readable until the next call. */
    int exchange() {
        if (filled == 0) {
            return inlineFilled == 0 ? 0 : exchangeInline();
        }
        synchronized (this) {
            for (int i = 0; i < inlineFilled; i += 2) {
                append(inline[i], inline[i + 1]);
            }
            inlineFilled = 0;
            int n = filled;
            long[] full = filling;
            filling = emptying;
            emptying = full;
            filled = 0;
            return n / 2;
        }
    }

    /** Whether no completion has arrived since the last {@link #exchange}. */
    boolean isEmpty() {
        return size() == 0;
    }

    /** Number of completions since the last {@link #exchange}. */
    int size() {
        return (filled + inlineFilled) / 2;
    }

    private void append(long slot, long acknowledgedNs) {
        int n = filled;
        if (n + 2 > filling.length) {
            filling = Arrays.copyOf(filling, 2 * filling.length);
        }
        filling[n] = slot;
        filling[n + 1] = acknowledgedNs;
        filled = n + 2;
    }

    /** Whether the last completion on the loop's own thread since the last {@link #exchange} was that of the given message. */
    boolean endsWith(int sender, int slot) {
        int n = inlineFilled;
        return n > 0 && AsyncSender.indexOf(inline[n - 2]) == sender && AsyncSender.slotOf(inline[n - 2]) == slot;
    }

    /** Time of the completion that {@link #endsWith} asks about, or {@link #FAILED}. */
    long lastNs() {
        return inline[inlineFilled - 1];
    }

    private int exchangeInline() {
        int n = inlineFilled;
        long[] full = inline;
        inline = emptying;
        emptying = full;
        inlineFilled = 0;
        return n / 2;
    }

    /** The completion in entry {@code i} of the last {@link #exchange}, as {@link AsyncSender} encodes it. */
    long slot(int i) {
        return emptying[2 * i];
    }

    /** The time of the acknowledgement of entry {@code i} of the last {@link #exchange}. */
    long acknowledgedNs(int i) {
        return emptying[2 * i + 1];
    }

    /**
     * Spins briefly until the given number of completions has arrived, without giving up the processor; returns whether they have
     * arrived. If they are about to arrive, the loop need not sleep and be woken.
     */
    boolean awaitSoon(int completions) {
        for (int looks = 0; looks < LOOKS && size() < completions; looks++) {
            Thread.onSpinWait();
        }
        return size() >= completions;
    }

    /**
     * Waits until the given number of completions has arrived, the deadline has passed, or another thread unparks the loop;
     * returns whether they have arrived.
     */
    boolean await(int completions, long deadlineNs) {
        synchronized (this) {
            if ((filled + inlineFilled) / 2 >= completions) {
                return true;
            }
            wanted = completions;
        }
        waiting = true;
        time.parkUntil(deadlineNs);
        waiting = false;
        synchronized (this) {
            wanted = 0;
            return (filled + inlineFilled) / 2 >= completions;
        }
    }
}
