package dev.dyno.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A driver's state for one token of {@link Producer#trySend}: whether a send with that token is in flight and, in a subclass,
 * objects that the driver reuses. A subclass is usually also the callback of the client library.
 *
 * <p>Assumptions and guarantees: belongs to one {@link PendingSends}, which defines the allowed threads.
 */
public abstract class PendingSend {

    private static final VarHandle PENDING;

    static {
        try {
            PENDING = MethodHandles.lookup().findVarHandle(PendingSend.class, "pending", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int token;

    /** Whether a send is in flight. Only one thread at a time sets it to false, through {@link #PENDING}. */
    private volatile boolean pending;

    protected PendingSend(int token) {
        this.token = token;
    }

    final boolean isPending() {
        return pending;
    }

    final void begin() {
        pending = true;
    }

    /** Ends the send; returns true for the first of several calls. Only one thread at a time may call it. */
    final boolean end() {
        if (!pending) {
            return false;
        }
        // The next reader either holds the same lock or is allowed to see the older value, so no fence is needed.
        PENDING.setRelease(this, false);
        onEnd();
        return true;
    }

    /**
     * Called when a send has ended or was taken back, before its completion is reported. Called on any thread, once for each send
     * that was begun.
     *
     * @implSpec must not block
     */
    protected void onEnd() {}
}
