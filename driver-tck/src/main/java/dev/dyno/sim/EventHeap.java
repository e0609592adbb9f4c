package dev.dyno.sim;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Tasks by time, those of one time in the order they were added. Adding allocates nothing but while their number grows.
 *
 * <p>Assumptions and guarantees: used by one thread. Times are compared by subtraction and lie within 2^62 ns of each other.
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

    /** Time of the first task, in ns; only when there is one. */
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

    /** Takes the first task if it is due at that time. */
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
