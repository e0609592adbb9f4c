package dev.dyno.driver;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection that reports its loss to its owner once, and then fails its producers and consumers.
 *
 * <p>Assumptions and guarantees: the methods of this class may be called on any thread.
 *
 * @param <P> parts that wait for the broker
 */
public abstract class LosableConnection<P extends LosableConnection.Part> implements ClientConnection {

    private final ConnectionSpec spec;
    private final TimeSource time;
    private final Set<P> parts = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean reported = new AtomicBoolean();
    private volatile boolean closing;
    private volatile boolean unresponsive;
    private volatile @Nullable DriverException lost;

    /** Part of a connection, for example a producer. Any thread may call its methods, any number of times. */
    public interface Part {

        /** Refuses new sends; those in flight may still be answered. */
        default void refuse(DriverException cause) {}

        /** Refuses new sends, and fails all calls that wait for the broker. */
        void fail(DriverException cause);
    }

    protected LosableConnection(ConnectionSpec spec, TimeSource time) {
        this.spec = spec;
        this.time = time;
    }

    public final ConnectionSpec spec() {
        return spec;
    }

    public final TimeSource time() {
        return time;
    }

    /** Reports a failure to the owner of the connection, unless one was reported before or the owner has closed it. */
    public final void report(Throwable failure) {
        if (!closing && reported.compareAndSet(false, true)) {
            spec.onFailure().accept(failure);
        }
    }

    /** Adds a part; fails it if the connection is lost already. */
    protected final <Q extends P> Q register(Q part) {
        parts.add(part);
        DriverException cause = lost;
        if (cause != null) {
            part.fail(cause);
        }
        return part;
    }

    public final void forget(P part) {
        parts.remove(part);
    }

    protected final Set<P> parts() {
        return parts;
    }

    /** Marks the connection as lost, reports that, and fails all parts. */
    protected final void lose(DriverException cause) {
        lost = cause;
        report(cause);
        parts.forEach(part -> part.fail(cause));
    }

    /** Cause of the loss; null if the connection was not lost. */
    public final @Nullable DriverException lost() {
        return lost;
    }

    public final void failIfLost() throws DriverException {
        DriverException cause = lost;
        if (cause != null) {
            throw cause;
        }
    }

    /** Begins the closing by the owner: from now on no failure is reported. */
    protected final void beginClose() {
        closing = true;
    }

    public final boolean isClosing() {
        return closing;
    }

    /** Notes that a part of the connection could not be closed in time. */
    protected final void setUnresponsive() {
        unresponsive = true;
    }

    protected final boolean isUnresponsive() {
        return unresponsive;
    }

    /**
     * Closes a part of the connection in a bounded time. Does nothing once the connection is lost, or a part could not be closed
     * in time: the remaining parts then end with the connection, because closing a hundred of them would take that time for each.
     *
     * @param name of the thread, after {@code dyno-}
     */
    public final void close(String name, Bounded.Action action) {
        if (lost == null && !unresponsive && !Bounded.run(time, name, action)) {
            unresponsive = true;
        }
    }
}
