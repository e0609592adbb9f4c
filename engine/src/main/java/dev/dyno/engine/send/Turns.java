package dev.dyno.engine.send;

import java.util.List;

/**
 * Whose turn it is: of many streams of messages the one that is due first, all-out one after the other. A stream that was due
 * and cannot go on, because it is full or has no connection, has no turn until it can.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates nothing after its construction.
 */
final class Turns {

    private final Outgoing[] streams;
    private final DueQueue due;
    private final boolean[] full;
    private final boolean[] down;
    private int fullCount;
    private int downCount;

    /** All-out, the order in which streams get their turn. */
    private long turn;

    /** @param streams known by their place in it */
    Turns(List<Outgoing> streams) {
        this.streams = streams.toArray(Outgoing[]::new);
        int count = this.streams.length;
        due = new DueQueue(count);
        full = new boolean[count];
        down = new boolean[count];
    }

    /** Every stream that has a message gets its turn; once, when the load begins. */
    void begin() {
        for (int index = 0; index < streams.length; index++) {
            if (streams[index].hasNext()) {
                due.add(index, dueOf(streams[index]));
            }
        }
    }

    /** Whether nobody has a turn; then the other questions about the first one must not be asked. */
    boolean isEmpty() {
        return due.isEmpty();
    }

    /** Who is due first. */
    int first() {
        return due.peek();
    }

    /** When the first one is due; all-out, long ago. */
    long firstNs() {
        return due.peekDueNs();
    }

    /** Whether a stream that was due was full, and still is. */
    boolean isAnyFull() {
        return fullCount > 0;
    }

    /** Whether a stream that was due was full or without a connection, and still is. */
    boolean isAnyHeldUp() {
        return fullCount + downCount > 0;
    }

    /**
     * The first one is done with its message: on to its next, if there is one.
     *
     * @param first its stream, which who asks has at hand
     */
    void next(Outgoing first) {
        if (first.hasNext()) {
            due.changeFirst(dueOf(first));
        } else {
            due.remove();
        }
    }

    /** The first one tries again at that time. */
    void retryAt(long ns) {
        due.changeFirst(ns);
    }

    /** The first one has nothing more to send. */
    void over() {
        due.remove();
    }

    /** The first one has as much in flight as it may. */
    void full() {
        full[due.peek()] = true;
        fullCount++;
        due.remove();
    }

    /** The first one has no connection. */
    void down() {
        down[due.peek()] = true;
        downCount++;
        due.remove();
    }

    /** A stream is not full, or not any more. */
    void hasRoom(int index) {
        if (fullCount > 0 && full[index]) {
            full[index] = false;
            fullCount--;
            due.add(index, dueOf(streams[index]));
        }
    }

    /** A stream has a connection, with nothing in flight on it. */
    void isUp(int index) {
        hasRoom(index);
        if (down[index]) {
            down[index] = false;
            downCount--;
            due.add(index, dueOf(streams[index]));
        }
    }

    private long dueOf(Outgoing stream) {
        return stream.isScheduled() ? stream.dueNs() : Long.MIN_VALUE + turn++;
    }
}
