package dev.dyno.driver.sim;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Queue of tasks, ordered by time and, for equal times, by the order of adding. Reuses the entries of tasks that have run, so
 * that adding a task usually allocates nothing.
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
    /** Entries without a task, to be used again. */
    private final ArrayDeque<Event> free = new ArrayDeque<>();

    private long added;

    boolean isEmpty() {
        return events.isEmpty();
    }

    int size() {
        return events.size();
    }

    /** Time of the first task, in ns; must not be called on an empty queue. */
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
