package dev.dyno.load;

import dev.dyno.driver.Producer;
import dev.dyno.driver.SendListener;
import dev.dyno.driver.TimeSource;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous producer in its {@link SendLoop}: the messages that it has in flight, in slots that the driver's tokens
 * name.
 *
 * <p>Assumptions and guarantees: everything by the loop's thread, except {@link #onSendCompleted}. Allocates only when more
 * messages are in flight than ever before.
 */
final class Sender implements SendListener {

    /** Stands for the time of a refusal that has not been. */
    static final long NEVER_REFUSED = Long.MIN_VALUE;

    private static final long FREE = -1;

    final Outgoing outgoing;
    final int index;
    /** 0 = no limit. */
    final int maxPending;

    private final CompletionQueue completions;
    private final TimeSource time;
    private final Failure failure;
    private final boolean failureEndsRun;

    private @Nullable Producer producer;

    private long[] intendedNs;
    private long[] sentNs;
    /** Of the message in each slot; {@link #FREE} if there is none. */
    private long[] sequence;

    private int[] free;
    private int freeCount;
    private int inFlight;

    /** Full, and therefore not among those that the loop looks at. */
    boolean waiting;
    /** The due message was found blocked, and counted so, already. */
    boolean blocked;
    /** When the due message of an all-out producer was first refused by the client library. */
    long refusedSinceNs = NEVER_REFUSED;

    /** @param maxPending 0 = no limit */
    Sender(
            int index,
            Outgoing outgoing,
            int maxPending,
            CompletionQueue completions,
            TimeSource time,
            Failure failure,
            boolean failureEndsRun) {
        this.index = index;
        this.outgoing = outgoing;
        this.maxPending = maxPending;
        this.completions = completions;
        this.time = time;
        this.failure = failure;
        this.failureEndsRun = failureEndsRun;
        int slots = maxPending == 0 ? 64 : Math.min(maxPending, 1024);
        intendedNs = new long[0];
        sentNs = new long[0];
        sequence = new long[0];
        free = new int[0];
        grow(slots);
    }

    /** Gives it the driver's producer, which needed this listener to be made. */
    void attach(Producer newProducer) {
        producer = newProducer;
    }

    Producer producer() {
        Producer p = producer;
        if (p == null) {
            throw new IllegalStateException("no producer is attached");
        }
        return p;
    }

    boolean isFull() {
        return maxPending > 0 && inFlight == maxPending;
    }

    int inFlight() {
        return inFlight;
    }

    /** A slot for a message about to be sent; only if not full. */
    int take(long intended, long sent, long sequenceNumber) {
        if (freeCount == 0) {
            int slots = sequence.length;
            grow(maxPending == 0 ? 2 * slots : Math.min(maxPending, 2 * slots));
        }
        int slot = free[--freeCount];
        intendedNs[slot] = intended;
        sentNs[slot] = sent;
        sequence[slot] = sequenceNumber;
        inFlight++;
        return slot;
    }

    /** Gives a slot back. */
    void release(int slot) {
        sequence[slot] = FREE;
        free[freeCount++] = slot;
        inFlight--;
    }

    long intendedNs(int slot) {
        return intendedNs[slot];
    }

    long sentNs(int slot) {
        return sentNs[slot];
    }

    long sequence(int slot) {
        return sequence[slot];
    }

    /** What is in flight now will not be waited for any more. */
    void doubtWhatIsInFlight() {
        for (long s : sequence) {
            if (s != FREE) {
                outgoing.doubt(s);
            }
        }
    }

    @Override
    public void onSendCompleted(long token, @Nullable Throwable cause) {
        if (cause == null) {
            completions.add((long) index << 32 | token, time.nanoTime());
        } else {
            if (failureEndsRun) {
                failure.report(cause);
            }
            completions.add((long) index << 32 | token, CompletionQueue.FAILED);
        }
    }

    private void grow(int slots) {
        int had = sequence.length;
        intendedNs = Arrays.copyOf(intendedNs, slots);
        sentNs = Arrays.copyOf(sentNs, slots);
        sequence = Arrays.copyOf(sequence, slots);
        Arrays.fill(sequence, had, slots, FREE);
        free = Arrays.copyOf(free, slots);
        // The lowest slot is taken first.
        for (int slot = slots - 1; slot >= had; slot--) {
            free[freeCount++] = slot;
        }
    }
}
