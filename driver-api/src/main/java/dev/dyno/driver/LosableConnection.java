package dev.dyno.driver;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection that can be lost, which is told to its owner once.
 *
 * <p>Assumptions and guarantees: the methods of this class may be called on any thread.
 */
public abstract class LosableConnection implements ClientConnection {

    private final ConnectionSpec spec;
    private final TimeSource time;
    private final AtomicBoolean reported = new AtomicBoolean();
    private volatile boolean closing;
    private volatile boolean unresponsive;
    private volatile @Nullable DriverException lost;

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

    /** Tells the owner of the connection, if nothing was told before and nobody has closed it. */
    public final void report(Throwable failure) {
        if (!closing && reported.compareAndSet(false, true)) {
            spec.onFailure().accept(failure);
        }
    }

    /** There is no connection any more. */
    protected final void lose(DriverException cause) {
        lost = cause;
        report(cause);
    }

    /** Why there is no connection any more; null while there is one. */
    public final @Nullable DriverException lost() {
        return lost;
    }

    public final void failIfLost() throws DriverException {
        DriverException cause = lost;
        if (cause != null) {
            throw cause;
        }
    }

    /** The owner closes the connection: from now on nothing is a failure. */
    protected final void beginClose() {
        closing = true;
    }

    public final boolean isClosing() {
        return closing;
    }

    /** A part of the connection could not be closed in a bounded time. */
    protected final void setUnresponsive() {
        unresponsive = true;
    }

    protected final boolean isUnresponsive() {
        return unresponsive;
    }

    /**
     * Closes a part of the connection in a bounded time. Once the connection is lost, or a first part could not be closed in
     * that time, the others are left to the end of the connection: a hundred of them must not wait one after the other.
     *
     * @param name of the thread, after {@code dyno-}
     */
    public final void close(String name, Bounded.Action action) {
        if (lost == null && !unresponsive && !Bounded.run(time, name, action)) {
            unresponsive = true;
        }
    }
}
