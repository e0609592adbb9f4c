package dev.dyno.engine.send;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SendListener;
import dev.dyno.engine.record.Attachment;
import dev.dyno.engine.record.Link;
import dev.dyno.engine.record.LongestGap;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous producer in its {@link SendLoop}. The driver's tokens name the slots of what it has in flight. When its
 * connection is replaced it goes on with a new producer of the driver's; what is still in flight on the old one then is in doubt,
 * and what the old one says of it later is not listened to.
 *
 * <p>Assumptions and guarantees: everything by the thread that does the loop's work, except {@link #make} and {@link #lost}.
 * Allocates only when more messages are in flight than ever before.
 */
final class Sender implements Link.Part {

    /** Stands for the time of a refusal that has not been. */
    private static final long NEVER_REFUSED = Long.MIN_VALUE;

    /** Before every time of the clock. */
    static final long NEVER = Long.MIN_VALUE;

    /**
     * So many completions are worth another try of a refused message at the least: a try that is refused again costs some
     * libraries an exception.
     */
    static final int LEAST_WORTH_TRYING = 16;

    /** A completion is named by a generation of 7 bits, an index of 24, and a token of 32. */
    private static final int GENERATION_SHIFT = 56;

    private static final int GENERATIONS = 0x7F;
    private static final int INDICES = 0xFF_FFFF;

    final Outgoing outgoing;
    final int index;
    /** 0 = no limit. */
    final int maxPending;

    final InFlight inFlight;

    /** By fault; null where none is to be expected. */
    final @Nullable LongestGap gap;

    private final ProducerSpec spec;
    private final SendLoop loop;

    /** The connection for the next messages; null while there is none. */
    private volatile @Nullable Attachment offered;

    /** How many producers of the driver it has had; by whoever makes them. */
    private int generations;

    /** The connection that is used now. */
    private @Nullable Attachment attached;

    /** Of the producer that the messages in flight belong to. */
    private int generation;

    /** The due message was found blocked, and counted so, already. */
    boolean blocked;

    /** When the due message was found blocked. */
    long blockedSinceNs;

    /** When there was room for the due message after it was found blocked; {@link #NEVER} if that is not known. */
    long roomNs = NEVER;

    /** When it could send again after the last time that it could not: messages that were due before that have waited, too. */
    long heldUntilNs = NEVER;

    private long refusedSinceNs = NEVER_REFUSED;
    private int worthTrying = LEAST_WORTH_TRYING;

    /** @param maxPending 0 = no limit */
    Sender(int index, Outgoing outgoing, int maxPending, ProducerSpec spec, SendLoop loop, @Nullable LongestGap gap) {
        this.index = index;
        this.outgoing = outgoing;
        this.maxPending = maxPending;
        this.spec = spec;
        this.loop = loop;
        this.gap = gap;
        inFlight = new InFlight(maxPending);
    }

    @Override
    public void make(Link.Session session) throws DriverException {
        int number = ++generations & GENERATIONS;
        Producer producer = session.connection().createProducer(spec, new Completions(session, number));
        offered = new Attachment(session, producer, number);
        loop.linkChanged();
    }

    @Override
    public void lost() {
        offered = null;
        loop.linkChanged();
    }

    /** The connection for the next messages; null while there is none. */
    @Nullable
    Attachment offered() {
        return offered;
    }

    /** The connection that they use now; null while there is none. */
    @Nullable
    Attachment attached() {
        return attached;
    }

    /** Takes what is offered. Messages that are in flight on another producer have been given up. */
    void attach(@Nullable Attachment offer) {
        attached = offer;
        if (offer != null) {
            generation = offer.generation;
        }
    }

    /** Closes the present producer, after the loop has ended. */
    void close() {
        Attachment last = offered;
        if (last != null) {
            last.producer.close();
        }
    }

    /** Whether a completion is of the producer that the messages in flight belong to. */
    boolean isOfNow(long completion) {
        return (int) (completion >>> GENERATION_SHIFT) == generation;
    }

    /** The index of the sender that a completion is for. */
    static int indexOf(long completion) {
        return (int) (completion >>> Integer.SIZE) & INDICES;
    }

    /** The slot that a completion is for. */
    static int slotOf(long completion) {
        return (int) completion;
    }

    /** Whether the client library has refused the due message. */
    boolean isRefused() {
        return refusedSinceNs != NEVER_REFUSED;
    }

    /** When the due message was intended, if the client library has refused it; all-out that is when it first did. */
    long refusedSinceNs() {
        return refusedSinceNs;
    }

    /** The client library has refused the due message, which was intended then. */
    void refused(long intended) {
        // Some libraries make room for thousands of messages at a time.
        worthTrying = isRefused()
                ? Math.min(2 * worthTrying, Math.max(LEAST_WORTH_TRYING, inFlight.count()))
                : Math.max(LEAST_WORTH_TRYING, worthTrying / 2);
        refusedSinceNs = intended;
    }

    /** The due message is another one now. */
    void notRefused() {
        refusedSinceNs = NEVER_REFUSED;
    }

    /**
     * How many completions are worth another try of the refused message: twice as many after a try in vain, half as many after
     * one that was not. No more than that: the sends that follow a longer wait are a burst, and bursts cost throughput. See
     * docs/performance/history.md for what was measured with Kafka's client.
     */
    int worthTrying() {
        return worthTrying;
    }

    /** What is in flight now will not be waited for any more: it is in doubt. Returns how much that is. */
    int giveUpWhatIsInFlight() {
        int given = inFlight.count();
        inFlight.clear(this::doubt);
        return given;
    }

    /** Nobody knows whether the broker has the message in that slot, which is to be released. */
    void doubt(int slot) {
        outgoing.doubt(inFlight.sequence(slot), inFlight.intendedNs(slot), inFlight.sentNs(slot));
    }

    /** Takes the completions of one producer of the driver's. */
    private final class Completions implements SendListener {

        private final Link.Session session;
        /** Generation and index, above the token. */
        private final long base;

        Completions(Link.Session session, int number) {
            this.session = session;
            base = (long) number << GENERATION_SHIFT | (long) index << Integer.SIZE;
        }

        @Override
        public void onSendCompleted(long token, @Nullable Throwable cause) {
            loop.completed(base | token, session, cause);
        }

        @Override
        public void afterCompletions() {
            loop.goOn();
        }
    }
}
