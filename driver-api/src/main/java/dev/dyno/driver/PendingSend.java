package dev.dyno.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a driver keeps for a token of {@link Producer#trySend}: whether a send is under way with it, and in a subclass whatever
 * the driver uses again for the next one. Usually also the callback of the client library.
 *
 * <p>Assumptions and guarantees: of one {@link PendingSends}, which says who may do what.
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

    private final int token;

    /** Ended by one thread at a time, through {@link #PENDING}. */
    private volatile boolean pending;

    protected PendingSend(int token) {
        this.token = token;
    }

    final int token() {
        return token;
    }

    final boolean isPending() {
        return pending;
    }

    final void begin() {
        pending = true;
    }

    /** Whether this call has ended the send: of all that try, the first does. They try one at a time. */
    final boolean end() {
        if (!pending) {
            return false;
        }
        // Whoever reads it next either holds the lock that the caller holds, or may be early: no fence.
        PENDING.setRelease(this, false);
        onEnd();
        return true;
    }

    /**
     * A send has ended, or was taken back; its completion has not been reported yet. Called once for each that was begun, on any
     * thread.
     *
     * @implSpec must not block
     */
    protected void onEnd() {}
}
