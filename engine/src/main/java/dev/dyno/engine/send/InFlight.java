package dev.dyno.engine.send;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Messages that an asynchronous producer has in flight, in slots numbered from 0. The slot that has been free for longest is
 * taken next. Messages are acknowledged nearly in the order in which they were sent, so the processor can prefetch the next slots
 * even with hundreds of thousands of them. Taking the slot that was freed last would destroy that order: see
 * docs/performance/history.md for the measured cost.
 *
 * <p>Assumptions and guarantees: one thread at a time. Allocates only when more messages are in flight than ever before.
 */
final class InFlight {

    private static final long FREE = -1;

    /** Initial number of slots. Small, because the ring uses all slots in turn, and some drivers keep an object for each. */
    private static final int FIRST_SLOTS = 64;

    /** Maximum number of messages in flight; 0 = no limit. */
    private final int limit;

    private long[] intendedNs = new long[0];
    private long[] sentNs = new long[0];
    private long[] ownDelayNs = new long[0];
    /** Sequence of the message in each slot; {@link #FREE} for a free slot. */
    private long[] sequence = new long[0];

    /** Ring of free slots: {@link #freeCount} of them, beginning at {@link #first}. */
    private int[] free = new int[0];

    private int first;
    private int freeCount;

    /** @param limit maximum number of messages in flight; 0 = no limit */
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

    /**
     * Takes a slot for a message about to be sent. Must not be called when full.
     *
     * @param ownDelay part of the time from {@code intended} to {@code sent}, in ns, in which Dyno did not wait for the broker
     */
    int take(long intended, long sent, long ownDelay, long sequenceNumber) {
        if (freeCount == 0) {
            int slots = sequence.length;
            grow(limit == 0 ? 2 * slots : Math.min(limit, 2 * slots));
        }
        int slot = free[first];
        first = first + 1 == free.length ? 0 : first + 1;
        freeCount--;
        intendedNs[slot] = intended;
        sentNs[slot] = sent;
        ownDelayNs[slot] = ownDelay;
        sequence[slot] = sequenceNumber;
        return slot;
    }

    /** Puts back the slot taken last, because its message was not sent after all; it will be taken next. */
    void putBack(int slot) {
        sequence[slot] = FREE;
        first = first == 0 ? free.length - 1 : first - 1;
        free[first] = slot;
        freeCount++;
    }

    /** Frees a slot whose message is no longer in flight. */
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

    long ownDelayNs(int slot) {
        return ownDelayNs[slot];
    }

    long sequence(int slot) {
        return sequence[slot];
    }

    /** Frees all slots. Each slot that holds a message is passed to {@code slots} before it is freed. */
    void clear(IntConsumer slots) {
        for (int slot = 0; slot < sequence.length; slot++) {
            if (sequence[slot] != FREE) {
                slots.accept(slot);
                release(slot);
            }
        }
    }

    /** Adds slots. Must only be called when no slot is free. */
    private void grow(int slots) {
        int had = sequence.length;
        intendedNs = Arrays.copyOf(intendedNs, slots);
        sentNs = Arrays.copyOf(sentNs, slots);
        ownDelayNs = Arrays.copyOf(ownDelayNs, slots);
        sequence = Arrays.copyOf(sequence, slots);
        Arrays.fill(sequence, had, slots, FREE);
        free = new int[slots];
        first = 0;
        for (int slot = had; slot < slots; slot++) {
            free[freeCount++] = slot;
        }
    }
}
