package dev.dyno.engine.send;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.Attachment;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.Timeline;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/**
 * The work of a {@link SendLoop}, step by step: sends what is due, and records what has been sent and acknowledged. A producer
 * without a connection waits for the next one; what is due meanwhile is late.
 *
 * <p>Assumptions and guarantees: one thread at a time. A send that fails is recorded, and reported if it is to end the run;
 * nothing is thrown. Allocates nothing per message.
 */
final class SendWork {

    /** Stands for a present time that must be read from the clock; so it must after a failure. */
    private static final long UNKNOWN = CompletionQueue.FAILED;

    /** A send call that takes longer was held up in the client library; its own work takes some microseconds. */
    private static final long LONG_CALL_NS = 1_000_000;

    /** A message due so shortly before the end is sent, if only this loop was late. One that is farther behind is too slow. */
    static final long LAST_NS = 10_000_000;

    final Sender[] senders;
    final Turns turns;

    private final SendContext context;
    private final TimeSource time;
    private final Timeline timeline;
    private final Recorder recorder;
    private final CompletionQueue completions;
    private final SentBatch unrecorded = new SentBatch();
    private final int stepsToFillAll;

    private long endNs;

    /** When the next interval begins. */
    private long boundaryNs;

    /** The present time, if the last send has ended with its own completion and nothing has been done since. */
    private long presentNs = UNKNOWN;

    /** When the last send call began, if its end is not known yet. */
    private long calledNs = UNKNOWN;

    /** Until when no producer of this loop could send, because a send call was held up in the client library. */
    private long libraryUntilNs = Sender.NEVER;

    SendWork(SendContext context, CompletionQueue completions, Sender[] senders) {
        this.context = context;
        time = context.time();
        timeline = context.timeline();
        recorder = context.recorder();
        this.completions = completions;
        this.senders = senders;
        turns = new Turns(Stream.of(senders).map(s -> s.outgoing).toList());
        stepsToFillAll = 2 * Stream.of(senders).mapToInt(s -> s.maxPending).sum() + 2;
    }

    /** The load has begun. */
    void begin() {
        turns.begin();
        endNs = timeline.plannedEndNs();
        boundaryNs = timeline.boundaryAfter(timeline.startNs);
    }

    /** When to stop sending, as far as is known. */
    long endNs() {
        return endNs;
    }

    /** At most so many steps use all room there is; of senders with a limit each. */
    int stepsToFillAll() {
        return stepsToFillAll;
    }

    /** Whether there is nothing to do before an answer comes. */
    boolean waitsForAnswers() {
        return turns.isEmpty() && turns.isAnyHeldUp();
    }

    /** Messages that are under way. */
    int inFlight() {
        int sum = 0;
        for (Sender sender : senders) {
            sum += sender.inFlight.count();
        }
        return sum;
    }

    /** Lets a message that the client library has refused be tried now, because what has been acknowledged has made room. */
    void retryRefused() {
        if (!turns.isEmpty() && senders[turns.first()].isRefused()) {
            takeCompletions();
            turns.retryAt(time.nanoTime());
        }
    }

    /** Other things have been done since the last send. */
    void forgetPresent() {
        presentNs = UNKNOWN;
    }

    /** Reading the clock is the dearest part of a message that the client library completes at once. */
    long present() {
        long now = presentNs == UNKNOWN ? time.nanoTime() : presentNs;
        presentNs = UNKNOWN;
        return now;
    }

    /** Does what is next; returns whether there was anything. */
    boolean step(long now) {
        if (calledNs != UNKNOWN) {
            // Read right after the call: no wait is between them.
            if (now - calledNs > LONG_CALL_NS) {
                libraryUntilNs = now;
            }
            calledNs = UNKNOWN;
        }
        if (now >= boundaryNs) {
            // What was sent in one interval is recorded before what is sent in the next.
            takeCompletions();
            boundaryNs = timeline.boundaryAfter(now);
            // The end may have become known meanwhile, long before it comes.
            endNs = timeline.plannedEndNs();
        } else if (turns.isEmpty() || turns.firstNs() > now) {
            return takeCompletions();
        } else {
            Sender first = senders[turns.first()];
            // Taking what has come and recording what was sent is cheaper for many at once.
            boolean better = first.inFlight.isFull() || unrecorded.isFull();
            if (!better || !takeCompletions()) {
                attempt(first, now);
            }
        }
        return true;
    }

    /**
     * At the end of the load: sends what was due in its last moments and had to wait for nothing but this loop. A thread wakes up some
     * microseconds late, and one such message would make the longest latency unknown.
     */
    void sendLast() {
        takeCompletions();
        while (!turns.isEmpty() && turns.firstNs() >= endNs - LAST_NS && turns.firstNs() < endNs) {
            if (unrecorded.isFull()) {
                takeCompletions();
            }
            attempt(senders[turns.first()], time.nanoTime());
        }
        takeCompletions();
        forgetPresent();
    }

    private void attempt(Sender sender, long now) {
        Outgoing outgoing = sender.outgoing;
        boolean scheduled = outgoing.isScheduled();
        long skipped = outgoing.skipMissed(now);
        if (skipped > 0) {
            context.skipped(now, skipped);
        }
        Attachment attachment = sender.attached();
        if (outgoing.isOver(now)) {
            turns.over();
        } else if (scheduled && outgoing.dueNs() > now) {
            sender.notRefused();
            turns.next(outgoing);
        } else if (attachment == null) {
            turns.down();
            noteBlocked(sender, now);
        } else if (sender.inFlight.isFull()) {
            turns.full();
            noteBlocked(sender, now);
        } else {
            send(sender, attachment, scheduled, now);
        }
    }

    private void send(Sender sender, Attachment attachment, boolean scheduled, long now) {
        Outgoing outgoing = sender.outgoing;
        long intended = scheduled ? outgoing.dueNs() : sender.isRefused() ? sender.refusedSinceNs() : now;
        int slot = sender.inFlight.take(intended, now, outgoing.nextSequence());
        boolean accepted;
        boolean threw = false;
        int bytes = 0;
        MessageKey key = outgoing.key();
        try {
            if (key != null) {
                attachment.producer.useKey(key);
            }
            ByteBuffer body = outgoing.compose(intended, now);
            bytes = body.remaining();
            accepted = attachment.producer.trySend(body, slot);
        } catch (DriverException | RuntimeException | Error e) {
            failed(sender, attachment, slot, now, e);
            accepted = true;
            threw = true;
        }
        if (!accepted) {
            sender.inFlight.putBack(slot);
            sender.refused(intended);
            noteBlocked(sender, now);
            turns.retryAt(SendWait.retryNs(sender, now));
            return;
        }
        unrecorded.add(
                attachment.producer, intended, now, scheduled, noteSent(sender, scheduled, intended, now), bytes);
        if (scheduled) {
            // Its time is now, not that of those which are due with it.
            unrecorded.flush();
        }
        presentNs = completions.endsWith(sender.index, slot) ? completions.lastNs() : UNKNOWN;
        outgoing.advance();
        sender.notRefused();
        if (threw && context.reconnects() && outgoing.hasNext()) {
            sender.heldUntilNs = now + SendLoop.FAILED_RETRY_NS;
            turns.retryAt(sender.heldUntilNs);
        } else {
            turns.next(outgoing);
        }
    }

    /**
     * Counts a message as blocked that became due while an earlier one was: it has waited for the same acknowledgement. Returns
     * the part of its delay in which it waited for nothing but this loop: before it was found blocked, and since there was room.
     */
    private long noteSent(Sender sender, boolean scheduled, long intended, long now) {
        calledNs = now;
        long heldUntilNs = Math.max(sender.heldUntilNs, libraryUntilNs);
        long freeNs = Math.max(intended, heldUntilNs);
        if (sender.blocked) {
            long roomNs = sender.roomNs == Sender.NEVER ? now : sender.roomNs;
            long before = Math.max(0, sender.blockedSinceNs - freeNs);
            sender.blocked = false;
            sender.roomNs = Sender.NEVER;
            sender.heldUntilNs = roomNs;
            return before + Math.max(0, now - roomNs);
        }
        if (scheduled && intended < heldUntilNs) {
            context.blocked(now);
        }
        return Math.max(0, now - freeNs);
    }

    /** Counts the due message as blocked, once however often it is tried. */
    private void noteBlocked(Sender sender, long now) {
        if (!sender.blocked) {
            sender.blocked = true;
            sender.blockedSinceNs = now;
            context.blocked(now);
        }
    }

    private void failed(Sender sender, Attachment attachment, int slot, long now, Throwable cause) {
        sender.doubt(slot);
        sender.inFlight.release(slot);
        context.failed(now, 1);
        if (cause instanceof Error) {
            context.failure().report(cause);
        } else {
            context.endFor(cause, attachment.session);
        }
    }

    /** Some senders have lost their connection or got another one. */
    void takeLinks() {
        takeCompletions();
        for (Sender sender : senders) {
            Attachment offered = sender.offered();
            if (offered == sender.attached()) {
                continue;
            }
            if (offered != null) {
                giveUp(sender);
                turns.isUp(sender.index);
            }
            sender.attach(offered);
        }
        forgetPresent();
    }

    /** What the old connection has not answered by now it never will. */
    private void giveUp(Sender sender) {
        int given = sender.giveUpWhatIsInFlight();
        if (given > 0) {
            context.failed(time.nanoTime(), given);
        }
    }

    /**
     * Records what has been sent and acknowledged; returns whether there was anything. Every wait comes after a call that found
     * nothing: so nothing that was sent waits with its driver meanwhile.
     */
    boolean takeCompletions() {
        unrecorded.flush();
        int n = completions.exchange();
        if (n == 0 && unrecorded.isEmpty()) {
            return false;
        }
        int failed = 0;
        synchronized (recorder) {
            unrecorded.recordTo(recorder);
            for (int i = 0; i < n; i++) {
                long completion = completions.slot(i);
                Sender sender = senders[Sender.indexOf(completion)];
                if (!sender.isOfNow(completion)) {
                    continue;
                }
                InFlight inFlight = sender.inFlight;
                int slot = Sender.slotOf(completion);
                long acknowledgedNs = completions.acknowledgedNs(i);
                if (acknowledgedNs == CompletionQueue.FAILED) {
                    sender.doubt(slot);
                    failed++;
                } else {
                    recorder.acknowledged(inFlight.intendedNs(slot), inFlight.sentNs(slot), acknowledgedNs);
                    if (sender.gap != null) {
                        sender.gap.at(acknowledgedNs);
                    }
                }
                inFlight.release(slot);
                turns.hasRoom(sender.index);
                if (sender.blocked && sender.roomNs == Sender.NEVER && acknowledgedNs != CompletionQueue.FAILED) {
                    sender.roomNs = acknowledgedNs;
                }
            }
        }
        if (failed > 0) {
            context.failed(time.nanoTime(), failed);
        }
        return true;
    }
}
