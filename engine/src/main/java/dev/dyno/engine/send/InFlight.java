package dev.dyno.engine.send;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The messages that an asynchronous producer has in flight, in slots that are numbered from 0. Slots are used in turn: the one
 * that has been free for longest is the next. Messages are acknowledged in the order in which they were sent, or nearly, and so
 * with hundreds of thousands of slots the processor can read ahead what is needed next. To take the slot that was freed last
 * brings them into disorder: see docs/performance/history.md for what that cost.
 *
 * <p>Assumptions and guarantees: one thread at a time. Allocates only when more messages are in flight than ever before.
 */
final class InFlight {

    private static final long FREE = -1;

    /** Few: all that there are get used, and some drivers keep an object for each. */
    private static final int FIRST_SLOTS = 64;

    /** 0 = no limit. */
    private final int limit;

    private long[] intendedNs = new long[0];
    private long[] sentNs = new long[0];
    /** Of the message in each slot; {@link #FREE} if there is none. */
    private long[] sequence = new long[0];

    /** A ring of free slots: {@link #freeCount} of them from {@link #first} on. */
    private int[] free = new int[0];

    private int first;
    private int freeCount;

    /** @param limit how many there may be; 0 = no limit */
    InFlight(int limit) {
        this.limit = limit;
        grow(limit == 0 ? FIRST_SLOTS : Math.min(limit, FIRST_SLOTS));
    }

    int count() {
        return sequence.length - freeCount;
    }

    boolean isFull() {
        return limit > 0 && count() == limit;
    }

    /** A slot for a message about to be sent; only if not full. */
    int take(long intended, long sent, long sequenceNumber) {
        if (freeCount == 0) {
            int slots = sequence.length;
            grow(limit == 0 ? 2 * slots : Math.min(limit, 2 * slots));
        }
        int slot = free[first];
        first = first + 1 == free.length ? 0 : first + 1;
        freeCount--;
        intendedNs[slot] = intended;
        sentNs[slot] = sent;
        sequence[slot] = sequenceNumber;
        return slot;
    }

    /** The message in the slot that was taken last has not been sent after all: the slot is the next one again. */
    void putBack(int slot) {
        sequence[slot] = FREE;
        first = first == 0 ? free.length - 1 : first - 1;
        free[first] = slot;
        freeCount++;
    }

    /** The message in that slot is not in flight any more. */
    void release(int slot) {
        sequence[slot] = FREE;
        int end = first + freeCount;
        free[end >= free.length ? end - free.length : end] = slot;
        freeCount++;
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

    /** Releases all slots; hands out each that had a message, before that. */
    void clear(IntConsumer slots) {
        for (int slot = 0; slot < sequence.length; slot++) {
            if (sequence[slot] != FREE) {
                slots.accept(slot);
                release(slot);
            }
        }
    }

    /** Only while no slot is free, or there is none yet. */
    private void grow(int slots) {
        int had = sequence.length;
        intendedNs = Arrays.copyOf(intendedNs, slots);
        sentNs = Arrays.copyOf(sentNs, slots);
        sequence = Arrays.copyOf(sequence, slots);
        Arrays.fill(sequence, had, slots, FREE);
        free = new int[slots];
        first = 0;
        for (int slot = had; slot < slots; slot++) {
            free[freeCount++] = slot;
        }
    }
}
