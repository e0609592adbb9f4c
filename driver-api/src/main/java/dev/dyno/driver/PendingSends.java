package dev.dyno.driver;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The sends of one producer that wait for the broker's answer, by their token. A driver's {@link Producer#trySend} is, with it:
 *
 * <pre>{@code
 * Slot slot = sends.slot(token);
 * slot.fill(body);
 * if (!sends.begin(slot)) {
 *     return true;
 * }
 * try {
 *     library.send(slot.message, slot); // which has sends.complete(slot, failure) called later
 *     return true;
 * } catch (LibraryException e) {
 *     return sends.refuse(slot, new DriverException("cannot send: " + e.getMessage(), e));
 * }
 * }</pre>
 *
 * <p>Assumptions and guarantees: {@link #slot}, {@link #newSlot}, {@link #begin}, {@link #refuse} and {@link #takeBack} are for
 * the thread that sends, one at a time, all else is for any. Each send that was begun ends once: by its completion, by a failure
 * of all, or by being taken back; the first of them counts and the others do nothing. The listener is told of one send at a
 * time, and of nothing any more once {@link #fail} has returned. Nothing is allocated but a slot at the first use of its token.
 *
 * @param <S> what the driver keeps for a token
 */
public final class PendingSends<S extends PendingSend> {

    /** So many to begin with; {@link #room} makes more. */
    private static final int FIRST_SLOTS = 1024;

    private final IntFunction<S> make;
    private final SendListener listener;
    /** Held while a send is ended and the listener told of it. */
    private final Object completions = new Object();

    /** By token. Only the thread that sends writes it; {@link #fail} reads it. */
    private volatile @Nullable S[] slots;

    private volatile @Nullable DriverException broken;

    /**
     * @param make makes what is kept for a token
     * @param listener is told of completions
     */
    @SuppressWarnings("unchecked") // An array of what S is erased to, which no one else sees.
    public PendingSends(IntFunction<S> make, SendListener listener) {
        this.make = make;
        this.listener = listener;
        this.slots = (@Nullable S[]) new @Nullable PendingSend[FIRST_SLOTS];
    }

    /** What is kept for the token. */
    public S slot(long token) {
        final int index = Math.toIntExact(token);
        final S slot = room(index)[index];
        return slot == null ? newSlot(index) : slot;
    }

    /** Forgets what was kept for the token: for a client library that may answer an old send once more, or keeps what it was given. */
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
     * A send begins; to be called before the message is handed to the client library.
     *
     * @return false if the connection is lost and the send was reported as failed already, so that it counts as taken
     * @throws DriverException if nothing can be sent any more
     */
    public boolean begin(S slot) throws DriverException {
        slot.begin();
        // Whoever sets broken looks for pending sends afterwards: one of the two sees the other.
        final DriverException failure = broken;
        return failure == null || !refuse(slot, failure);
    }

    /**
     * The message was not sent.
     *
     * @return true if the send was reported as failed already, so that it counts as taken
     * @throws DriverException the given one, if it was not
     */
    public boolean refuse(S slot, DriverException failure) throws DriverException {
        if (takeBack(slot)) {
            throw failure;
        }
        return true;
    }

    /**
     * The message was not sent and is not to be reported.
     *
     * @return false if the send was reported as failed already, so that it counts as taken
     */
    public boolean takeBack(S slot) {
        synchronized (completions) {
            return slot.end();
        }
    }

    /**
     * The broker has answered. Once it returns the listener has been told, by this thread or by another.
     *
     * @param failure null if the broker has the message
     */
    public void complete(S slot, @Nullable Throwable failure) {
        // Not the other way round: whoever finds the send ended already would go on while the listener is still being
        // told.
        synchronized (completions) {
            if (slot.end()) {
                listener.onSendCompleted(slot.token(), failure);
            }
        }
    }

    /**
     * Throws if nothing can be sent any more.
     *
     * @throws DriverException the cause that was given
     */
    public void check() throws DriverException {
        final DriverException failure = broken;
        if (failure != null) {
            throw failure;
        }
    }

    /** Lets nothing more begin; what is under way may still be answered. Any number of times. */
    public void refuseAll(DriverException cause) {
        broken = cause;
    }

    /** Lets nothing more begin, and gives this as its answer to whatever is under way. Any number of times. */
    public void fail(DriverException cause) {
        refuseAll(cause);
        VarHandle.fullFence();
        for (S slot : slots) {
            if (slot != null) {
                complete(slot, cause);
            }
        }
    }

    /** Whether a send is under way. */
    public boolean hasPending() {
        for (S slot : slots) {
            if (slot != null && slot.isPending()) {
                return true;
            }
        }
        return false;
    }
}
