package dev.dyno.engine.send;

import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SendListener;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.ReplaceableConnection;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous producer in its {@link SendLoop}. The token of a message in flight is the number of its slot. When its connection
 * is replaced, messages still in flight on the old one become in doubt, and later completions of the old one are ignored.
 *
 * <p>Assumptions and guarantees: all methods are called by the thread that does the loop's work, except {@link #make} and {@link
 * #lost}; if that thread is blocked at the end, another thread gives up what is in flight. Allocates only when more messages are
 * in flight than ever before.
 */
final class AsyncSender extends Sender {

    /** Smallest value of {@link #worthTrying}: with some libraries, a try that is refused again costs an exception. */
    static final int LEAST_WORTH_TRYING = 16;

    /** A completion consists of a generation (7 bits), the index of its sender (24 bits) and a token (32 bits). */
    private static final int GENERATION_SHIFT = 56;

    private static final int GENERATIONS = 0x7F;
    private static final int NO_GENERATION = -1;
    private static final int INDICES = 0xFF_FFFF;

    final int index;
    /** Maximum number of messages in flight; 0 = no limit. */
    final int maxPending;

    final InFlight inFlight;

    private final SendLoop loop;

    /** Connection in use, with the driver's producer on it; null while there is none. */
    @Nullable
    Bound attached;

    /**
     * Generation of the driver's producer that sent the messages in flight. It distinguishes their completions from late ones of
     * an earlier producer.
     */
    private int generation;

    /** Time of the acknowledgement that made room for the due message after it was found blocked; {@link #NEVER} before it. */
    long roomNs = NEVER;

    /** Intended time of the refused message, all-out the time of its first refusal; {@link #NEVER} if none is refused. */
    long refusedSinceNs = NEVER;

    /**
     * Maximum number of completions to wait for before the refused message is tried again: doubled when it is refused again,
     * halved when another message is refused for the first time. Not always high, because the sends after a longer wait are a
     * burst, and bursts cost throughput. See docs/performance/history.md for measurements with Kafka's client.
     */
    int worthTrying = LEAST_WORTH_TRYING;

    AsyncSender(int index, MessageStream outgoing, ProducerSpec spec, SendLoop loop, @Nullable LongestGap gap) {
        super(outgoing, spec, gap);
        this.index = index;
        maxPending = outgoing.group.maxPending();
        this.loop = loop;
        inFlight = new InFlight(maxPending);
    }

    @Override
    SendListener listener(ReplaceableConnection.Session session, int number) {
        return new Completions(session, number & GENERATIONS);
    }

    @Override
    void linkChanged() {
        loop.linkChanged();
    }

    /** Uses the offered connection; null = none. Messages in flight on another producer must have been given up before. */
    void attach(@Nullable Bound offer) {
        attached = offer;
        if (offer != null) {
            generation = offer.generation() & GENERATIONS;
        }
    }

    /** Whether the messages in flight were given up, and no connection was attached since. */
    boolean isGivenUp() {
        return generation == NO_GENERATION;
    }

    /** Whether a completion belongs to the present producer of the driver. */
    boolean isOfNow(long completion) {
        return (int) (completion >>> GENERATION_SHIFT) == generation;
    }

    static int indexOf(long completion) {
        return (int) (completion >>> Integer.SIZE) & INDICES;
    }

    static int slotOf(long completion) {
        return (int) completion;
    }

    /** Whether the client library has refused the due message. */
    boolean isRefused() {
        return refusedSinceNs != NEVER;
    }

    /** Notes that the client library has refused the due message, with its intended time. */
    void refused(long intended) {
        // Doubled, because some libraries free room for thousands of messages at a time.
        worthTrying = isRefused()
                ? Math.min(2 * worthTrying, Math.max(LEAST_WORTH_TRYING, inFlight.count()))
                : Math.max(LEAST_WORTH_TRYING, worthTrying / 2);
        refusedSinceNs = intended;
    }

    /** Forgets the refusal, because another message is due now. */
    void notRefused() {
        refusedSinceNs = NEVER;
    }

    /** Forgets that an earlier message waited: the next one begins to wait when it is due. */
    void forgetWaits() {
        notRefused();
        blocked = false;
        roomNs = NEVER;
    }

    @Override
    long ownDelayNsOfUnsent(long endNs) {
        if (loop.heldUntilNs >= endNs) {
            return blocked ? super.ownDelayNsOfUnsent(endNs) : 0;
        }
        return super.ownDelayNsOfUnsent(endNs) + (roomNs == NEVER ? 0 : Math.max(0, endNs - roomNs));
    }

    /** Gives up all messages in flight, which become in doubt; returns their number. Later completions of them are ignored. */
    int giveUpWhatIsInFlight() {
        int given = inFlight.count();
        inFlight.clear(slot -> {
            doubt(slot);
            if (isBeingSent(slot)) {
                loop.heldUntilNs = FOR_EVER;
                outgoing.advance();
            }
        });
        generation = NO_GENERATION;
        return given;
    }

    /** Whether the client library still holds the call that hands over the message in the given slot. */
    boolean isBeingSent(int slot) {
        return inFlight.sequence(slot) == outgoing.nextSequence();
    }

    /** Puts the message in the given slot, which is about to be freed, in doubt: the broker may or may not have it. */
    void doubt(int slot) {
        outgoing.doubt(inFlight.sequence(slot), inFlight.intendedNs(slot), inFlight.sentNs(slot));
    }

    /** Receives the completions of one of the driver's producers. */
    private final class Completions implements SendListener {

        private final ReplaceableConnection.Session session;
        /** Generation and sender index, in the bits above the token. */
        private final long base;

        Completions(ReplaceableConnection.Session session, int number) {
            this.session = session;
            base = (long) number << GENERATION_SHIFT | (long) index << Integer.SIZE;
        }

        @Override
        public void onSendCompleted(long token, @Nullable Throwable cause) {
            loop.completed(base | token, session, cause);
        }

        @Override
        public void afterCompletions() {
            loop.tryWork();
        }
    }
}
