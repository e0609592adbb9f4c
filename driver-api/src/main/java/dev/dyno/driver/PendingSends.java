package dev.dyno.driver;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends of one producer that wait for the broker's answer, by their token. A driver's {@link Producer#trySend} then is:
 *
 * <pre>{@code
 * Slot slot = sends.slot(token);
 * slot.fill(body);
 * if (!sends.begin(slot)) {
 *     return true;
 * }
 * try {
 *     library.send(slot.message, slot); // calls sends.complete(slot, failure) later
 *     return true;
 * } catch (LibraryException e) {
 *     return sends.refuse(slot, new DriverException("cannot send: " + e.getMessage(), e));
 * }
 * }</pre>
 *
 * <p>Assumptions and guarantees: {@link #slot}, {@link #newSlot}, {@link #begin}, {@link #refuse} and {@link #takeBack} are for
 * the thread that sends, one at a time; all other methods for any thread. Each send that was begun ends once: by its completion,
 * by {@link #fail}, or by being taken back; the first of these counts and the others do nothing. The listener is called for one
 * send at a time, and never after {@link #fail} has returned. Nothing is allocated but a slot at the first use of its token.
 *
 * @param <S> state of the driver for a token
 */
public final class PendingSends<S extends PendingSend> {

    /** Initial number of slots; {@link #room} adds more. */
    private static final int FIRST_SLOTS = 1024;

    private final IntFunction<S> make;
    private final SendListener listener;
    /** Lock held while a send is ended and reported. */
    private final Object completions = new Object();

    /** Slots by token. Written only by the thread that sends; read by {@link #fail}. */
    private volatile @Nullable S[] slots;

    private volatile @Nullable DriverException broken;

    /**
     * @param make makes the slot of a token
     * @param listener receives completions
     */
    @SuppressWarnings("unchecked") // An array of the erasure of S, which never leaves this class.
    public PendingSends(IntFunction<S> make, SendListener listener) {
        this.make = make;
        this.listener = listener;
        this.slots = (@Nullable S[]) new @Nullable PendingSend[FIRST_SLOTS];
    }

    /** The slot of a token; made at the first call. */
    public S slot(long token) {
        final int index = Math.toIntExact(token);
        final S slot = room(index)[index];
        return slot == null ? newSlot(index) : slot;
    }

    /** Replaces the slot of a token, for a library that may answer an earlier send again, or keeps the objects of a send. */
    public S newSlot(long token) {
        final int index = Math.toIntExact(token);
        final S slot = make.apply(index);
        room(index)[index] = slot;
        return slot;
    }

    private @Nullable S[] room(int index) {
        @Nullable S[] array = slots;
        if (index >= array.length) {
            array = Arrays.copyOf(array, Math.max(index + 1, array.length * 2));
            slots = array;
        }
        return array;
    }

    /**
     * Begins a send; called before the message is handed to the client library.
     *
     * @return false if the connection is lost and the send was already reported as failed: the caller counts it as accepted
     * @throws DriverException if nothing can be sent any longer
     */
    public boolean begin(S slot) throws DriverException {
        slot.begin();
        // The thread that sets broken then looks for pending sends: it finds this send, or this thread reads broken.
        final DriverException failure = broken;
        return failure == null || !refuse(slot, failure);
    }

    /**
     * Takes back a send whose message was not sent.
     *
     * @return true if the send was already reported as failed: the caller counts it as accepted
     * @throws DriverException the given one, if the send was taken back
     */
    public boolean refuse(S slot, DriverException failure) throws DriverException {
        if (takeBack(slot)) {
            throw failure;
        }
        return true;
    }

    /**
     * Takes back a send whose message was not sent, without reporting it.
     *
     * @return false if the send was already reported as failed: the caller counts it as accepted
     */
    public boolean takeBack(S slot) {
        synchronized (completions) {
            return slot.end();
        }
    }

    /**
     * Completes a send with the broker's answer. When it returns, the listener has been called, by this thread or another.
     *
     * @param failure null if the broker has the message
     */
    public void complete(S slot, @Nullable Throwable failure) {
        // The lock comes first: a thread that finds the send ended returns only after the call of the listener.
        synchronized (completions) {
            if (slot.end()) {
                listener.onSendCompleted(slot.token, failure);
            }
        }
    }

    /**
     * Throws if nothing can be sent any longer.
     *
     * @throws DriverException the cause given to {@link #refuseAll} or {@link #fail}
     */
    public void check() throws DriverException {
        final DriverException failure = broken;
        if (failure != null) {
            throw failure;
        }
    }

    /** Refuses new sends; those in flight may still be answered. Idempotent. */
    public void refuseAll(DriverException cause) {
        broken = cause;
    }

    /** Fails all pending sends and refuses new ones. Idempotent. */
    public void fail(DriverException cause) {
        refuseAll(cause);
        VarHandle.fullFence();
        for (S slot : slots) {
            if (slot != null) {
                complete(slot, cause);
            }
        }
    }

    /** Whether any send is in flight. */
    public boolean hasPending() {
        for (S slot : slots) {
            if (slot != null && slot.isPending()) {
                return true;
            }
        }
        return false;
    }
}
