package dev.dyno.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * State of a driver for a token of {@link Producer#trySend}: whether a send is in flight, and in a subclass objects that the
 * driver reuses. Usually also the callback of the client library.
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

    /** Whether a send is in flight. Ended by one thread at a time, through {@link #PENDING}. */
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
        // Its next reader either holds the same lock, or may read an older value: no fence is needed.
        PENDING.setRelease(this, false);
        onEnd();
        return true;
    }

    /**
     * Called when a send has ended or was taken back, before its completion is reported; once for each send that was begun, on
     * any thread.
     *
     * @implSpec must not block
     */
    protected void onEnd() {}
}
