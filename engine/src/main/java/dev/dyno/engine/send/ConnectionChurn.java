package dev.dyno.engine.send;

import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.ReplaceableConnection;
import dev.dyno.model.result.Latency;

/**
 * Connection of one blocking producer. If the group closes connections, the producer closes its connection after a number of
 * messages and opens the next one when a message is due. The connect time begins when the connection is needed, and includes
 * attempts that fail.
 *
 * <p>Assumptions and guarantees: used by the producer's thread, except for {@link #end} and {@link #addUnfinished}, which any
 * thread may call.
 */
final class ConnectionChurn {

    private final ReplaceableConnection link;
    private final Recorder recorder;
    /** Number of messages after which the connection is closed; 0 = it is kept. */
    private final int messages;

    private int left;
    /** Whether the producer has closed its connection and not yet opened the next one. */
    boolean isReleased;

    /** Start of the present connect time; {@link Sender#NEVER} if there is none. Guarded by this. */
    private long sinceNs = Sender.NEVER;

    /** Whether nothing is recorded any more. Guarded by this. */
    private boolean isOver;

    ConnectionChurn(ReplaceableConnection link, Recorder recorder, int messages) {
        this.link = link;
        this.recorder = recorder;
        this.messages = messages;
    }

    /** Closes the connection, unless it is broken, and returns true; does nothing and returns false if the producer keeps it. */
    boolean release() {
        if (messages == 0) {
            return false;
        }
        isReleased = link.release();
        left = messages;
        return true;
    }

    /** Notes an acknowledged message; returns whether the connection was closed after it. */
    boolean sent() {
        left--;
        return left == 0 && release();
    }

    /** Tries to open the next connection; returns whether that succeeded. */
    boolean open() {
        isReleased = !link.reconnect();
        return !isReleased;
    }

    /** Cause of the last failure to connect. */
    String lastFailure() {
        return link.lastFailure().orElse("the connection broke at once");
    }

    /** Begins the connect time, unless it has begun or the connection is kept. Called also if the reconnector connects. */
    synchronized void waiting(long nowNs) {
        if (messages > 0 && sinceNs == Sender.NEVER) {
            sinceNs = nowNs;
        }
    }

    /** Ends the connect time, if one has begun, and records it. */
    synchronized void connected(long nowNs) {
        if (!isOver && sinceNs != Sender.NEVER) {
            synchronized (recorder) {
                recorder.committed(Latency.CONNECT, sinceNs, nowNs);
            }
            sinceNs = Sender.NEVER;
        }
    }

    /** Ends the recording of connect times. */
    synchronized void end() {
        isOver = true;
    }

    /** Adds the connect time that has not ended, if any, to the lower bounds. */
    synchronized void addUnfinished(long startNs, long endNs, LowerBounds sink) {
        if (sinceNs != Sender.NEVER) {
            sink.ongoing(Latency.CONNECT, sinceNs - startNs, endNs - startNs);
        }
    }
}
