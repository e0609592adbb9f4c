package dev.dyno.driver.rabbitmq;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.SendListener;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Unconfirmed messages of a channel, by their delivery tags, which count from 1.
 *
 * <p>The tags are in a ring, with a place for each tag since the oldest unconfirmed one. The broker may leave one message
 * unconfirmed while it confirms later ones, so the ring grows beyond the number in flight; after a million later ones the
 * producer has to wait.
 *
 * <p>Assumptions and guarantees: {@link #begin} and {@link #takeBack} are called by the sending thread only, and {@link #begin}
 * before the message is published; all other methods by any thread. Each message that has begun completes exactly once, or is
 * withdrawn. Completions are passed on one at a time. Allocates nothing but larger rings.
 */
final class Confirms {

    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int NOTHING = 0;
    private static final int FIRST_CAPACITY = 1024;
    private static final int LAST_CAPACITY = 1 << 20;

    private final SendListener listener;

    /** Token + 1 by tag, or {@link #NOTHING}. Replaced by the sending thread under the monitor. */
    private int[] ring;

    /** Next tag. Used by the sending thread. */
    private long next = 1;

    /** Lower bound of all unconfirmed tags. Guarded by the monitor. */
    private long oldest = 1;

    /** Highest tag that the broker has confirmed or refused. Guarded by the monitor. */
    private long highest;

    /** Failures by token of returned messages, whose confirms are still to come. Guarded by the monitor. */
    private final Map<Integer, DriverException> returned = new HashMap<>();

    Confirms(int maxInFlight, SendListener listener) {
        this.listener = listener;
        int capacity = FIRST_CAPACITY;
        while (capacity < LAST_CAPACITY && capacity < 2L * maxInFlight) {
            capacity *= 2;
        }
        this.ring = new int[capacity];
    }

    /**
     * Notes the message that is published next.
     *
     * @return its delivery tag; 0 if there is no room
     */
    long begin(int token) {
        final long tag = next;
        int[] places = ring;
        if ((int) PLACE.getAcquire(places, place(places, tag)) != NOTHING) {
            places = grow();
            if (places.length == 0) {
                return 0;
            }
        }
        next = tag + 1;
        // Volatile, so that either the thread that fails all messages finds this one, or this thread then sees the
        // failure.
        PLACE.setVolatile(places, place(places, tag), token + 1);
        return tag;
    }

    private static int place(int[] places, long tag) {
        return (int) tag & (places.length - 1);
    }

    /** @return a larger ring; an empty one if the ring must not grow */
    private synchronized int[] grow() {
        final int[] old = ring;
        if (old.length >= LAST_CAPACITY) {
            return new int[0];
        }
        final int[] larger = new int[2 * old.length];
        for (long tag = Math.max(oldest, next - old.length); tag < next; tag++) {
            larger[place(larger, tag)] = (int) PLACE.getAcquire(old, place(old, tag));
        }
        ring = larger;
        return larger;
    }

    /**
     * Undoes {@link #begin} for the last message, because it was not published: the broker has not counted it.
     */
    void takeBack(long tag) {
        if (withdraw(tag)) {
            next = tag;
        }
    }

    /** @return whether the message had not completed; from now on it never will */
    synchronized boolean withdraw(long tag) {
        return clear(tag) != NOTHING;
    }

    /** Completes a message by a confirm, or with {@code multiple} all up to its tag; tag 0 = all messages. */
    synchronized void confirmed(long tag, boolean multiple, @Nullable Throwable failure) {
        if (multiple && tag == 0) {
            completeAll(failure);
            return;
        }
        highest = Math.max(highest, tag);
        if (multiple) {
            for (long each = oldest; each <= tag; each++) {
                complete(each, failure);
            }
            oldest = Math.max(oldest, tag + 1);
        } else {
            complete(tag, failure);
        }
        while (oldest <= highest && (int) PLACE.getAcquire(ring, place(ring, oldest)) == NOTHING) {
            oldest++;
        }
    }

    /** Notes that no queue took the message; the broker still confirms it afterwards. */
    synchronized void returned(int token, DriverException failure) {
        returned.put(token, failure);
    }

    private void complete(long tag, @Nullable Throwable failure) {
        final int noted = clear(tag);
        if (noted != NOTHING) {
            final int token = noted - 1;
            // An empty map is not asked, because asking allocates the key.
            final DriverException cameBack = returned.isEmpty() ? null : returned.remove(token);
            listener.onSendCompleted(token, cameBack == null ? failure : cameBack);
        }
    }

    private int clear(long tag) {
        return (int) PLACE.getAndSet(ring, place(ring, tag), NOTHING);
    }

    /** Fails all messages, because the broker will not confirm any more. */
    synchronized void failAll(Throwable cause) {
        completeAll(cause);
        returned.clear();
    }

    private void completeAll(@Nullable Throwable failure) {
        for (int place = 0; place < ring.length; place++) {
            complete(place, failure);
        }
    }

    /** Starts with tag 1 again for a new channel; all messages of the old one have completed. */
    synchronized void startAgain() {
        Arrays.fill(ring, NOTHING);
        next = 1;
        oldest = 1;
        highest = 0;
    }
}
