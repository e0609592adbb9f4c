package dev.dyno.engine.send;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SendListener;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.ReplaceableConnection;
import org.jspecify.annotations.Nullable;

/**
 * One producer of the load: its messages, the driver's producer on its present connection, and the time until which it was held
 * up. On a connection that replaces a broken one, it uses a new producer of the driver.
 *
 * <p>Assumptions and guarantees: {@link #make} and {@link #lost} are called as {@link ReplaceableConnection.Part} says, the rest
 * by the thread that sends the messages.
 */
abstract class Sender implements ReplaceableConnection.Part {

    /** Stands for a time that is not known or never was: earlier than every time of the clock. */
    static final long NEVER = Long.MIN_VALUE;

    /** Stands for the time until which a call that did not return held up a producer. */
    static final long FOR_EVER = Long.MAX_VALUE;

    /**
     * A producer of the driver with the connection it was made on.
     *
     * @param generation number of this producer among all that the sender has created, on whatever connection; from 1
     */
    record Bound(ReplaceableConnection.Session session, Producer producer, int generation) {}

    final MessageStream outgoing;

    /** Finds the longest gap between acknowledgements, by fault; null where no fault is expected. */
    final @Nullable LongestGap gap;

    private final ProducerSpec spec;

    /** The connection for the next messages; null while there is none. */
    volatile @Nullable Bound offered;

    /** Number of driver producers created so far; used by the thread that creates them. */
    private int generations;

    /** Whether the due message was already found blocked and counted. */
    boolean blocked;

    /** Time at which the due message was first found blocked. */
    long blockedSinceNs;

    /** Time from which this producer could send again after it was last held up; messages due before it have waited, too. */
    long heldUntilNs = NEVER;

    Sender(MessageStream outgoing, ProducerSpec spec, @Nullable LongestGap gap) {
        this.outgoing = outgoing;
        this.spec = spec;
        this.gap = gap;
    }

    /** Makes the listener of a producer of the driver. */
    abstract SendListener listener(ReplaceableConnection.Session session, int number);

    /** Wakes the thread that sends, because {@link #offered} has changed. Any thread, with any locks held. */
    abstract void linkChanged();

    @Override
    public void make(ReplaceableConnection.Session session) throws DriverException {
        int number = ++generations;
        offered = new Bound(session, session.connection().createProducer(spec, listener(session, number)), number);
        linkChanged();
    }

    @Override
    public void lost() {
        offered = null;
        linkChanged();
    }

    /** Closes the present producer, after the loop has ended. */
    void close() {
        Bound last = offered;
        if (last != null) {
            last.producer.close();
        }
    }

    /** Begins the schedule with the load. */
    void begin(long startNs) {
        outgoing.begin();
        if (gap != null) {
            gap.begin(startNs);
        }
    }

    /**
     * Maximum part of the delay of messages unsent at the end of the load, in ns, in which Dyno did not wait for the broker;
     * {@link Long#MAX_VALUE} if the producer was not held up to the end.
     */
    long ownDelayNsOfUnsent(long endNs) {
        return blocked
                ? Math.max(0, blockedSinceNs - Math.max(outgoing.dueNs(), heldUntilNs))
                : heldUntilNs >= endNs ? 0 : Long.MAX_VALUE;
    }

    /** Counts the due message as blocked, once even if it is tried several times. */
    void noteBlocked(SendContext context, long now) {
        if (!blocked) {
            blocked = true;
            blockedSinceNs = now;
            context.blocked(now);
        }
    }
}
