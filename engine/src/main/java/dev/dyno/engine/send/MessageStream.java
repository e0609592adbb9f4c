package dev.dyno.engine.send;

import dev.dyno.driver.Destination;
import dev.dyno.driver.MessageKey;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.SendTimes;
import dev.dyno.engine.record.Timeline;
import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import dev.dyno.model.workload.SizeDistribution;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One producer's stream of messages: intended time, size and sequence of the next message, and the end of the stream. Shared by
 * asynchronous and blocking producers.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates nothing per message, except for messages in doubt.
 */
public final class MessageStream {

    /** No limit to the number of messages but the schedule and the duration. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    private static final long PAUSE_NS = 1_000_000_000;

    /** Maximum number of missed slots that are skipped one by one. Beyond it all slots up to the present are skipped at once. */
    private static final int STEPS = 1_000;

    /**
     * Slots of a schedule, by their outcome.
     *
     * @param due slots before the end
     * @param unsent slots among them that were neither sent nor skipped
     */
    public record Slots(long due, long unsent) {

        public static final Slots NONE = new Slots(0, 0);

        public Slots plus(Slots other) {
            return new Slots(due + other.due, unsent + other.unsent);
        }
    }

    final ProducerGroup group;
    final int producerId;
    final Destination destination;

    private final RunPlan.ProducerPlace place;
    private final Timeline timeline;
    private final LiveRate rate;
    private final boolean skipMissed;
    private final PayloadCursor payloads;
    private final SizeDistribution.Sampler sizes;
    private final @Nullable OutgoingKeys keys;
    private final Envelope envelope = new Envelope();
    private final long runId;
    /** Number of messages to send, or {@link #UNLIMITED}; may be 0 if there are more producers than messages. */
    private final long limit;

    /** Null = all-out. */
    private @Nullable Cursor cursor;

    /** Start of the schedule, on the time source's clock. */
    private long originNs;
    /** End of the present schedule: it intends no message from then on. */
    private long stopNs;

    private long nextSequence;
    private long skipped;
    /** Intended time of the next message, on the time source's clock; {@link Schedule#NEVER} at the end of the schedule. */
    private long dueNs;
    /** Intended time of the message after the next if missed slots are skipped; else {@link Schedule#NEVER}. */
    private long followingNs;

    /** Number of changes of the rate that have taken effect. */
    private int changesTaken;

    private final UnconfirmedMessages inDoubt = new UnconfirmedMessages();
    private final SendTimesLog sendTimes = new SendTimesLog();

    /** @param keys empty = messages have none */
    MessageStream(RunContext run, int producerId, PayloadCursor payloads, Optional<OutgoingKeys> keys) {
        this.producerId = producerId;
        this.payloads = payloads;
        this.keys = keys.orElse(null);
        place = run.plan().producer(producerId).orElseThrow();
        group = place.group();
        destination = place.destination();
        cursor = place.times().orElse(null);
        sizes = payloads.sizes(
                group.message().sizes(), Seeds.derive(run.plan().workload().seed(), producerId));
        skipMissed = group.missedSlots() == MissedSlots.SKIP;
        limit = group.messageCount() == 0 ? UNLIMITED : place.share().share(group.messageCount());
        timeline = run.timeline();
        rate = run.rate();
        runId = run.plan().runId();
    }

    /** Begins the schedule with the load, after {@link Timeline#begin}. */
    void begin() {
        originNs = timeline.startNs + group.span().start().toNanos();
        stopNs = group.span()
                .stop()
                .map(stop -> timeline.startNs + stop.toNanos())
                .orElse(Schedule.NEVER);
        dueNs = nextIntended();
        followingNs = skipMissed ? nextIntended() : Schedule.NEVER;
    }

    private long nextIntended() {
        Cursor c = cursor;
        if (c == null) {
            return originNs;
        }
        long offset = c.next();
        return offset == Schedule.NEVER || originNs + offset >= stopNs ? Schedule.NEVER : originNs + offset;
    }

    /** Start of the producer's span, on the time source's clock. */
    long startNs() {
        return originNs;
    }

    boolean isScheduled() {
        return cursor != null;
    }

    /** Whether another message is to be sent. */
    boolean hasNext() {
        return dueNs != Schedule.NEVER && nextSequence < limit;
    }

    /**
     * Whether nothing is due for more than a second because the rate is 0, not because it is low. Also true when no message is
     * left and no change of the rate is known.
     */
    boolean pauses(long nowNs) {
        // Before a change there may be no next message although the rate is not 0, because the schedule ends at the
        // change.
        return hasNext()
                ? dueNs - nowNs > PAUSE_NS && ((Schedule) group.load()).pausesAt(nowNs + (dueNs - nowNs) / 2 - originNs)
                : changeNs() == Schedule.NEVER;
    }

    /** Whether an all-out producer has reached the end of its span; a producer with a schedule has no next message then. */
    boolean isOver(long nowNs) {
        return nowNs >= stopNs && cursor == null;
    }

    /** Intended time of the next message; all-out, the start of the producer's span. */
    long dueNs() {
        return dueNs;
    }

    long nextSequence() {
        return nextSequence;
    }

    /** Instant of the next known change of the rate, on the time source's clock; {@link Schedule#NEVER} if there is none. */
    long changeNs() {
        return changesTaken == rate.changes().size()
                ? Schedule.NEVER
                : timeline.startNs + rate.changes().get(changesTaken).fromNs();
    }

    /**
     * Applies the changes of the rate whose instant has come. If a later one is known, the present schedule ends at its instant.
     *
     * @return number of messages that were due before a change and are dropped
     */
    long takeChanges(long nowNs) {
        long dropped = 0;
        for (long fromNs = changeNs(); fromNs != Schedule.NEVER; fromNs = changeNs()) {
            stopNs = fromNs;
            if (nowNs < fromNs) {
                break;
            }
            dropped += dropUntil(fromNs);
            originNs = fromNs;
            stopNs = Schedule.NEVER;
            cursor = rate.cursor(place, rate.changes().get(changesTaken++));
            dueNs = nextIntended();
            followingNs = skipMissed ? nextIntended() : Schedule.NEVER;
        }
        skipped += dropped;
        return dropped;
    }

    private long dropUntil(long ns) {
        return (dueNs < ns ? 1 : 0)
                + (followingNs < ns ? 1 : 0)
                + Objects.requireNonNull(cursor).skipUntil(ns - originNs);
    }

    /**
     * Skips missed slots, if that is the policy, and returns their number: a slot is missed when the one after it is due. The
     * slot after the skipped ones may be due now.
     */
    long skipMissed(long nowNs) {
        Cursor c = cursor;
        if (!skipMissed || c == null || nowNs < followingNs) {
            return 0;
        }
        long missed = 0;
        while (nowNs >= followingNs && missed < STEPS) {
            dueNs = followingNs;
            followingNs = nextIntended();
            missed++;
        }
        if (nowNs >= followingNs) {
            missed += 2 + c.skipUntil(Math.min(nowNs + 1, stopNs) - originNs);
            dueNs = nextIntended();
            followingNs = nextIntended();
        }
        skipped += missed;
        return missed;
    }

    /**
     * Returns the body of the next message, with its head written. The thread's later messages use this buffer, too.
     *
     * @param ownDelayNs part of the time from {@code intendedNs} to {@code sentNs} in which Dyno did not wait for the broker
     */
    ByteBuffer compose(long intendedNs, long sentNs, long ownDelayNs) {
        sendTimes.note(nextSequence, intendedNs, sentNs);
        int size = sizes.next();
        Payload payload = payloads.present();
        ByteBuffer body = payload.bodyFor(producerId, runId);
        envelope.write(body, nextSequence, intendedNs, sentNs, ownDelayNs, payload.crcOfRest(size));
        body.limit(size);
        body.position(0);
        return body;
    }

    /** The key of the next message, unchanged until {@link #advance}; null if messages have no keys. */
    @Nullable
    MessageKey key() {
        OutgoingKeys k = keys;
        return k == null ? null : k.present;
    }

    /** Moves to the next message, because the last composed one was sent or has failed. Its body is not changed. */
    void advance() {
        nextSequence++;
        payloads.advance();
        OutgoingKeys k = keys;
        if (k != null) {
            k.advance();
        }
        if (skipMissed) {
            dueNs = followingNs;
            followingNs = nextIntended();
        } else if (cursor != null) {
            dueNs = nextIntended();
        }
    }

    /** Notes that the broker may or may not have the given message. */
    void doubt(long sequence, long intendedNs, long sentNs) {
        inDoubt.add(sequence, intendedNs, sentNs);
    }

    /**
     * Ends the stream, and counts the slots before the given time.
     *
     * @param ownDelayNs maximum part of the delay of an unsent message, in ns, in which Dyno did not wait for the broker
     * @param owed number of subscriptions that each message would have had to reach
     * @param sink takes the messages that were due and not sent
     */
    Slots slotsBefore(long endNs, long ownDelayNs, Map<LowerBounds.Owed, Long> owed, LowerBounds sink) {
        // A change whose instant is the end has no effect any more.
        takeChanges(endNs - 1);
        Cursor c = cursor;
        if (c == null) {
            return Slots.NONE;
        }
        long startNs = timeline.startNs;
        long untilNs = endNs - startNs;
        long left = limit - nextSequence;
        long unsent = 0;
        for (long due = dueNs; due < endNs && unsent < left; due = nextIntended()) {
            long count = 1;
            if (followingNs == Schedule.NEVER) {
                long stepEndNs = startNs + sink.endOfStepNs(due - startNs, untilNs);
                count += c.skipUntil(Math.min(stepEndNs, Math.min(endNs, stopNs)) - originNs);
            }
            count = Math.min(count, left - unsent);
            sink.unsent(due - startNs, untilNs, count, ownDelayNs, owed);
            unsent += count;
            if (followingNs < endNs && unsent < left) {
                sink.unsent(followingNs - startNs, untilNs, 1, ownDelayNs, owed);
                unsent++;
            }
            followingNs = Schedule.NEVER;
        }
        return new Slots(nextSequence + skipped + unsent, unsent);
    }

    /**
     * Reports the messages that were handed over and never acknowledged.
     *
     * @param waitedUntilNs time at which the wait for acknowledgements ended
     */
    void unacknowledged(long waitedUntilNs, LowerBounds sink) {
        inDoubt.unacknowledged(timeline.startNs, waitedUntilNs, sink);
    }

    /** Account of the producer while it sends. Any thread; can be slightly out of date. */
    ProducerAccount account() {
        return new ProducerAccount(producerId, destination, nextSequence, inDoubt.sequences(), SendTimes.NONE);
    }

    /** Account of the producer after its last send. */
    ProducerAccount accountAtEnd() {
        SendTimes times = inDoubt.among(sendTimes.since(timeline.startNs), timeline.startNs);
        return new ProducerAccount(producerId, destination, nextSequence, inDoubt.sequences(), times);
    }
}
