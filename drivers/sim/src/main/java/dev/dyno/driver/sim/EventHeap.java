package dev.dyno.driver.sim;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Queue of tasks by time, and by order of adding for equal times: a binary heap in parallel arrays, so that adding allocates
 * nothing.
 *
 * <p>Assumptions and guarantees: used by one thread. Times are compared by subtraction and must be within 2^62 ns of each other.
 */
final class EventHeap {

    private static final class Event implements Comparable<Event> {
        long atNs;
        long order;

        @Nullable
        Runnable task;

        @Override
        public int compareTo(Event other) {
            final long later = atNs - other.atNs;
            return Long.signum(later != 0 ? later : order - other.order);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    /** Events to be used again. */
    private final ArrayDeque<Event> free = new ArrayDeque<>();

    private long added;

    boolean isEmpty() {
        return events.isEmpty();
    }

    int size() {
        return events.size();
    }

    /** Time of the first task, in ns; must not be called without one. */
    long firstNs() {
        return events.element().atNs;
    }

    void add(long atNs, Runnable task) {
        final Event event = free.isEmpty() ? new Event() : free.pop();
        event.atNs = atNs;
        event.order = added++;
        event.task = task;
        events.add(event);
    }

    /** Removes and returns the first task if it is due at the given time. */
    @Nullable
    Runnable pollDue(long nowNs) {
        final Event first = events.peek();
        if (first == null || first.atNs - nowNs > 0) {
            return null;
        }
        events.remove();
        final Runnable task = first.task;
        first.task = null;
        free.push(first);
        return task;
    }
}
