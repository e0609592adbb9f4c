package dev.dyno.engine.send;

import java.util.Arrays;
import java.util.List;

/**
 * Order in which a loop serves its streams of messages: the one due first; all-out, each in turn. A stream that was due but is
 * full or has no connection is left out until it can send again.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates nothing after its construction.
 */
final class SendOrder {

    private final MessageStream[] streams;
    private final DueQueue due;
    private final boolean[] full;
    private final boolean[] down;
    private int fullCount;
    private int downCount;

    /** Number of turns given out, which orders the all-out streams. */
    private long turn;

    /** @param streams identified by their index */
    SendOrder(List<MessageStream> streams) {
        this.streams = streams.toArray(MessageStream[]::new);
        int count = this.streams.length;
        due = new DueQueue(count);
        full = new boolean[count];
        down = new boolean[count];
    }

    /** Queues every stream that has a message, when the load begins, and when its rate changes. */
    void begin() {
        due.clear();
        Arrays.fill(full, false);
        Arrays.fill(down, false);
        fullCount = 0;
        downCount = 0;
        for (int index = 0; index < streams.length; index++) {
            if (streams[index].hasNext()) {
                due.add(index, dueOf(streams[index]));
            }
        }
    }

    /** Whether no stream is queued; then the methods about the first stream must not be called. */
    boolean isEmpty() {
        return due.isEmpty();
    }

    /** Index of the stream that is due first. */
    int first() {
        return due.peek();
    }

    /** Time at which the first stream is due; all-out, a time long past. */
    long firstNs() {
        return due.peekDueNs();
    }

    /** Whether a stream was left out when due, because it had reached its limit of messages in flight, and still has no room. */
    boolean isAnyFull() {
        return fullCount > 0;
    }

    /** Whether a stream that was due was full or without a connection, and still is. */
    boolean isAnyHeldUp() {
        return fullCount + downCount > 0;
    }

    /**
     * Moves the first stream to its next message, or removes it if there is none.
     *
     * @param first the first stream, which the caller has at hand
     */
    void next(MessageStream first) {
        if (first.hasNext()) {
            due.changeFirst(dueOf(first));
        } else {
            due.remove();
        }
    }

    /** Makes the first stream due again at the given time. */
    void retryAt(long ns) {
        due.changeFirst(ns);
    }

    /** Removes the first stream: it has no more messages. */
    void markOver() {
        due.remove();
    }

    /** Removes the first stream until it has room: it has reached its limit of messages in flight. */
    void markFull() {
        full[due.peek()] = true;
        fullCount++;
        due.remove();
    }

    /** Removes the first stream until it has a connection. */
    void markDown() {
        down[due.peek()] = true;
        downCount++;
        due.remove();
    }

    /** Queues a stream again if it was full. */
    void freed(int index) {
        if (fullCount > 0 && full[index]) {
            full[index] = false;
            fullCount--;
            due.add(index, dueOf(streams[index]));
        }
    }

    /** Queues a stream again that was full or had no connection. It now has a new connection and nothing in flight. */
    void reconnected(int index) {
        freed(index);
        if (down[index]) {
            down[index] = false;
            downCount--;
            due.add(index, dueOf(streams[index]));
        }
    }

    private long dueOf(MessageStream stream) {
        return stream.isScheduled() ? stream.dueNs() : Long.MIN_VALUE + turn++;
    }
}
