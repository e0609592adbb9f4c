package dev.dyno.sim;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Queue of tasks by time, and by order of adding for equal times: a binary heap in parallel arrays, so that adding allocates
 * nothing.
 *
 * <p>Assumptions and guarantees: used by one thread. Times are compared by subtraction and must be within 2^62 ns of each other.
 */
final class EventHeap {

    private long[] timesNs = new long[64];
    private long[] orders = new long[64];
    private @Nullable Runnable[] tasks = new Runnable[64];
    private int size;
    private long added;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Time of the first task, in ns; must not be called without one. */
    long firstNs() {
        assert size > 0;
        return timesNs[0];
    }

    void add(long atNs, Runnable task) {
        if (size == tasks.length) {
            grow();
        }
        final long order = added++;
        int at = size++;
        while (at > 0) {
            final int parent = (at - 1) >>> 1;
            if (!before(atNs, order, parent)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        set(at, atNs, order, task);
    }

    /** Removes and returns the first task if it is due at the given time. */
    @Nullable
    Runnable pollDue(long nowNs) {
        if (size == 0 || timesNs[0] - nowNs > 0) {
            return null;
        }
        final @Nullable Runnable first = tasks[0];
        final int last = --size;
        final long atNs = timesNs[last];
        final long order = orders[last];
        final @Nullable Runnable task = tasks[last];
        tasks[last] = null;
        if (last > 0) {
            sinkFromTop(atNs, order, task);
        }
        return first;
    }

    private void sinkFromTop(long atNs, long order, @Nullable Runnable task) {
        int at = 0;
        final int half = size >>> 1;
        while (at < half) {
            int child = 2 * at + 1;
            final int right = child + 1;
            if (right < size && before(timesNs[right], orders[right], child)) {
                child = right;
            }
            if (before(atNs, order, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        set(at, atNs, order, task);
    }

    private boolean before(long atNs, long order, int other) {
        final long difference = atNs - timesNs[other];
        return difference < 0 || (difference == 0 && order - orders[other] < 0);
    }

    private void move(int from, int to) {
        set(to, timesNs[from], orders[from], tasks[from]);
    }

    private void set(int at, long atNs, long order, @Nullable Runnable task) {
        timesNs[at] = atNs;
        orders[at] = order;
        tasks[at] = task;
    }

    private void grow() {
        final int old = tasks.length;
        timesNs = Arrays.copyOf(timesNs, 2 * old);
        orders = Arrays.copyOf(orders, 2 * old);
        tasks = Arrays.copyOf(tasks, 2 * old);
    }
}
