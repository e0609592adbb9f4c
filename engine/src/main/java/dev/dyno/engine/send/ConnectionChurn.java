package dev.dyno.engine.send;

import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.ReplaceableConnection;
import dev.dyno.model.result.Latency;

/**
 * Connection of one blocking producer. A client that comes and goes closes it after a number of messages and opens the next one
 * when a message is due; the time to connect counts from then, with the attempts that fail.
 *
 * <p>Assumptions and guarantees: on the producer's thread, except {@link #end} and {@link #addUnfinished}, which any thread may
 * call.
 */
final class ConnectionChurn {

    private final ReplaceableConnection link;
    private final Recorder recorder;
    /** Messages after which the connection is closed; 0 = it is kept. */
    private final int messages;

    private int left;
    /** Whether the producer has closed its connection and opens the next one. */
    boolean isReleased;

    /** First attempt to open the next one. Guarded by this. */
    private long sinceNs = Sender.NEVER;

    /** Whether nothing is recorded any more. Guarded by this. */
    private boolean isOver;

    ConnectionChurn(ReplaceableConnection link, Recorder recorder, int messages) {
        this.link = link;
        this.recorder = recorder;
        this.messages = messages;
    }

    /** Closes the connection, unless the producer keeps it; returns whether it does not. */
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

    /** Tries to open the next connection; returns whether it is there. */
    boolean open() {
        isReleased = !link.reconnect();
        return !isReleased;
    }

    /** Cause of the last failure to connect. */
    String lastFailure() {
        return link.lastFailure().orElse("the connection broke at once");
    }

    /** Begins the time to connect, also where the reconnector opens the connection. */
    synchronized void waiting(long nowNs) {
        if (messages > 0 && sinceNs == Sender.NEVER) {
            sinceNs = nowNs;
        }
    }

    /** Ends the time to connect. */
    synchronized void connected(long nowNs) {
        if (!isOver && sinceNs != Sender.NEVER) {
            synchronized (recorder) {
                recorder.committed(Latency.CONNECT, sinceNs, nowNs);
            }
            sinceNs = Sender.NEVER;
        }
    }

    /** Records no further connection. */
    synchronized void end() {
        isOver = true;
    }

    /** Adds the client that has not connected, if there is one, to the lower bounds. */
    synchronized void addUnfinished(long startNs, long endNs, LowerBounds sink) {
        if (sinceNs != Sender.NEVER) {
            sink.ongoing(Latency.CONNECT, sinceNs - startNs, endNs - startNs);
        }
    }
}
