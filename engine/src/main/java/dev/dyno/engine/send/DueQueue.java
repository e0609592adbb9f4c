package dev.dyno.engine.send;

/**
 * Queue of senders by the time at which each is due next: a binary heap of small indices.
 *
 * <p>Assumptions and guarantees: one thread at a time; each index is in at most once; allocates nothing after its construction.
 */
final class DueQueue {

    private final int[] heap;
    private final long[] due;
    private int size;

    DueQueue(int capacity) {
        heap = new int[capacity];
        due = new long[capacity];
    }

    boolean isEmpty() {
        return size == 0;
    }

    int peek() {
        return heap[0];
    }

    long peekDueNs() {
        return due[heap[0]];
    }

    void add(int index, long dueNs) {
        due[index] = dueNs;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (due[heap[parent]] <= dueNs) {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = index;
    }

    void clear() {
        size = 0;
    }

    void remove() {
        int last = heap[--size];
        if (size > 0) {
            sink(last, due[last]);
        }
    }

    /** Gives the first index a new time: {@link #remove} and {@link #add} in one step. */
    void changeFirst(long dueNs) {
        int first = heap[0];
        due[first] = dueNs;
        sink(first, dueNs);
    }

    private void sink(int index, long dueNs) {
        int hole = 0;
        while (2 * hole + 1 < size) {
            int child = 2 * hole + 1;
            if (child + 1 < size && due[heap[child + 1]] < due[heap[child]]) {
                child++;
            }
            if (due[heap[child]] >= dueNs) {
                break;
            }
            heap[hole] = heap[child];
            hole = child;
        }
        heap[hole] = index;
    }
}
