package dev.dyno.engine.send;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.Timeline;
import dev.dyno.model.pace.Schedule;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/**
 * Work of a {@link SendLoop}, step by step: sends due messages, and records sent and acknowledged ones. A producer without a
 * connection waits for the next one; messages that become due in the meantime are sent late.
 *
 * <p>Assumptions and guarantees: one thread at a time. A send that fails is recorded, and reported if it is to end the run;
 * nothing is thrown. Allocates nothing per message.
 */
final class SendWork {

    /**
     * Stands for an unknown present time, to be read from the clock. Equals {@link CompletionQueue#FAILED}, because the time is
     * unknown after a failed completion, too.
     */
    private static final long UNKNOWN = CompletionQueue.FAILED;

    /** Duration in ns above which a send call counts as held up in the client library; others take some microseconds. */
    static final long LONG_CALL_NS = 1_000_000;

    /**
     * Last part of the load, in ns: a message that became due in it and waited only for this loop is still sent after the end. An
     * unsent message that was due before it shows that the loop is too slow.
     */
    static final long LAST_NS = 10_000_000;

    final AsyncSender[] senders;
    final SendOrder order;

    private final SendContext context;
    private final TimeSource time;
    private final Timeline timeline;
    private final Recorder recorder;
    private final CompletionQueue completions;
    private final SentBatch unrecorded = new SentBatch();
    /** Number of steps that is enough to fill all senders; only used if all have a limit of messages in flight. */
    final int stepsToFillAll;

    /** Time to stop sending, as far as it is known. */
    long endNs;

    /** Start of the next interval, or the next change of the rate if that is earlier. */
    private long boundaryNs;

    /** Present time, known if the last send ended with its own completion and nothing was done since; else {@link #UNKNOWN}. */
    private long presentNs = UNKNOWN;

    /** Start of the last send call, until its end is known; then {@link #UNKNOWN}. */
    private long calledNs = UNKNOWN;

    /** Time until which no producer of this loop could send, because the client library held up a send call. */
    private long libraryUntilNs = Sender.NEVER;

    SendWork(SendContext context, CompletionQueue completions, AsyncSender[] senders) {
        this.context = context;
        time = context.time();
        timeline = context.run().timeline();
        recorder = context.recorder();
        this.completions = completions;
        this.senders = senders;
        order = new SendOrder(Stream.of(senders).map(s -> s.outgoing).toList());
        stepsToFillAll = 2 * Stream.of(senders).mapToInt(s -> s.maxPending).sum() + 2;
    }

    void begin() {
        order.begin();
        endNs = timeline.plannedEndNs();
        boundaryNs = timeline.boundaryAfter(timeline.startNs);
    }

    /** Instant of the next change of the rate; {@link Schedule#NEVER} if none is known. */
    long changeNs() {
        return senders[0].outgoing.changeNs();
    }

    /**
     * Applies the changes of the rate whose instant has come. A producer that waited for the broker did so with an earlier
     * message; the wait of its next message begins when that message is due.
     */
    void takeChanges() {
        takeCompletions();
        long now = time.nanoTime();
        boolean made = changeNs() <= now;
        for (AsyncSender sender : senders) {
            long dropped = sender.outgoing.takeChanges(now);
            if (dropped > 0) {
                context.skipped(now, dropped, false);
            }
            if (made) {
                sender.forgetWaits();
            }
        }
        if (made) {
            order.begin();
        }
        boundaryNs = Math.min(boundaryNs, changeNs());
        forgetPresent();
    }

    /** Whether nothing can be done before an acknowledgement or a new connection arrives. */
    boolean waitsForAnswers() {
        return order.isEmpty() && order.isAnyHeldUp();
    }

    int inFlight() {
        int sum = 0;
        for (AsyncSender sender : senders) {
            sum += sender.inFlight.count();
        }
        return sum;
    }

    /** Lets a refused message be tried now, because acknowledgements may have made room. */
    void retryRefused() {
        if (!order.isEmpty() && senders[order.first()].isRefused()) {
            takeCompletions();
            order.retryAt(time.nanoTime());
        }
    }

    /** Forgets the present time, because other work was done since the last send. */
    void forgetPresent() {
        presentNs = UNKNOWN;
    }

    /**
     * Present time. Reused where possible: reading the clock is the most expensive part of a message that the client library
     * completes at once.
     */
    long present() {
        long now = presentNs == UNKNOWN ? time.nanoTime() : presentNs;
        presentNs = UNKNOWN;
        return now;
    }

    /** Does the next piece of work; returns whether there was any. */
    boolean step(long now) {
        endCall(now);
        if (now >= boundaryNs) {
            // Messages sent in one interval are recorded before those sent in the next.
            takeCompletions();
            boundaryNs = timeline.boundaryAfter(now);
            // The planned end changes long before its time, so one check an interval is enough.
            endNs = timeline.plannedEndNs();
            if (changeNs() != Schedule.NEVER) {
                takeChanges();
            }
        } else if (order.isEmpty() || order.firstNs() > now) {
            return takeCompletions();
        } else {
            AsyncSender first = senders[order.first()];
            // Taking completions and recording sends is cheaper for many at once.
            boolean better = first.inFlight.isFull() || unrecorded.isFull();
            if (!better || !takeCompletions()) {
                attempt(first, now);
            }
        }
        return true;
    }

    /**
     * Ends the last send call, at a time that was read after it without a wait in between.
     *
     * @return time until which no producer could send, because the client library held up a send call; {@link Sender#NEVER} if it
     *     has held up none
     */
    long endCall(long now) {
        if (calledNs != UNKNOWN && now - calledNs > LONG_CALL_NS) {
            libraryUntilNs = now;
        }
        calledNs = UNKNOWN;
        return libraryUntilNs;
    }

    /**
     * Sends, at the end of the load, the messages that were due in its last moments and waited only for this loop. A thread wakes
     * up some microseconds late, and one such message would make the longest latency unknown. If a send call lasted beyond the
     * end, no message is sent after it, because all waited for the client library.
     */
    void sendLast() {
        takeCompletions();
        while (libraryUntilNs < endNs
                && !order.isEmpty()
                && order.firstNs() >= endNs - LAST_NS
                && order.firstNs() < endNs) {
            if (unrecorded.isFull()) {
                takeCompletions();
            }
            attempt(senders[order.first()], time.nanoTime());
        }
        takeCompletions();
        forgetPresent();
    }

    private void attempt(AsyncSender sender, long now) {
        MessageStream outgoing = sender.outgoing;
        boolean scheduled = outgoing.isScheduled();
        long dueNs = outgoing.dueNs();
        long skipped = outgoing.skipMissed(now);
        if (skipped > 0) {
            context.skipped(now, skipped, sender.blocked || dueNs < heldUntilNs(sender));
        }
        Sender.Bound bound = sender.attached;
        if (outgoing.isOver(now)) {
            order.markOver();
        } else if (scheduled && outgoing.dueNs() > now) {
            sender.forgetWaits();
            order.next(outgoing);
        } else if (bound == null) {
            order.markDown();
            sender.noteBlocked(context, now);
        } else if (sender.inFlight.isFull()) {
            order.markFull();
            sender.noteBlocked(context, now);
        } else if (now < sender.heldUntilNs) {
            order.retryAt(Math.min(sender.heldUntilNs, now + SendLoop.FAILED_RETRY_NS));
        } else {
            send(sender, bound, scheduled, now);
        }
    }

    // Rare cases are methods of their own, because the compiler inlines a method only up to 325 bytes of code.
    private void send(AsyncSender sender, Sender.Bound bound, boolean scheduled, long now) {
        MessageStream outgoing = sender.outgoing;
        long intended = scheduled ? outgoing.dueNs() : sender.isRefused() ? sender.refusedSinceNs : now;
        long ownDelayNs = scheduled ? ownDelayNs(sender, intended, now) : 0;
        int slot = sender.inFlight.take(intended, now, ownDelayNs, outgoing.nextSequence());
        boolean accepted;
        boolean threw = false;
        int bytes = 0;
        MessageKey key = outgoing.key();
        try {
            if (key != null) {
                bound.producer().useKey(key);
            }
            ByteBuffer body = outgoing.compose(intended, now, ownDelayNs);
            bytes = body.remaining();
            accepted = bound.producer().trySend(body, slot);
        } catch (DriverException | RuntimeException | Error e) {
            failed(sender, bound, slot, now, e);
            accepted = true;
            threw = true;
        }
        if (!accepted) {
            refused(sender, slot, intended, now);
            return;
        }
        unrecorded.add(bound.producer(), intended, now, scheduled, ownDelayNs, bytes);
        noteSent(sender, scheduled, intended, now);
        if (scheduled) {
            // Flushed at once, because the recorded time is that of this message, not of others that are due together
            // with it.
            unrecorded.flush();
        }
        presentNs = completions.endsWith(sender.index, slot) ? completions.lastNs() : UNKNOWN;
        outgoing.advance();
        sender.notRefused();
        if (threw) {
            sender.heldUntilNs = now + context.waitAfterFailureNs();
        }
        order.next(outgoing);
    }

    private void refused(AsyncSender sender, int slot, long intended, long now) {
        sender.inFlight.putBack(slot);
        sender.refused(intended);
        sender.noteBlocked(context, now);
        order.retryAt(SendWait.retryNs(sender, now));
    }

    /**
     * Part of the delay of a message, in ns, in which it waited only for this loop: before it was found blocked, and after there
     * was room.
     */
    private long ownDelayNs(AsyncSender sender, long intended, long now) {
        long freeNs = Math.max(intended, heldUntilNs(sender));
        return sender.blocked
                ? Math.max(0, sender.blockedSinceNs - freeNs) + Math.max(0, now - roomNs(sender, now))
                : Math.max(0, now - freeNs);
    }

    private long heldUntilNs(AsyncSender sender) {
        return Math.max(sender.heldUntilNs, libraryUntilNs);
    }

    private static long roomNs(AsyncSender sender, long now) {
        return sender.roomNs == Sender.NEVER ? now : sender.roomNs;
    }

    /** Notes a sent message. If due while an earlier one was blocked, it counts as blocked, too: both waited for one answer. */
    private void noteSent(AsyncSender sender, boolean scheduled, long intended, long now) {
        calledNs = now;
        if (sender.blocked) {
            sender.blocked = false;
            sender.heldUntilNs = roomNs(sender, now);
            sender.roomNs = Sender.NEVER;
        } else if (scheduled && intended < heldUntilNs(sender)) {
            context.blocked(now);
        }
    }

    private void failed(AsyncSender sender, Sender.Bound bound, int slot, long now, Throwable cause) {
        if (sender.isGivenUp()) {
            // The call was blocked until its connection was closed, and its message is in doubt already.
            return;
        }
        sender.doubt(slot);
        sender.inFlight.release(slot);
        context.failed(now, 1);
        if (cause instanceof Error) {
            context.run().failure().report(cause);
        } else {
            context.handleFailure(cause, bound.session());
        }
    }

    /** Updates the senders that have lost their connection or received another one. */
    @SuppressWarnings("ReferenceEquality") // Each producer has its own Bound: another object is another connection.
    void takeLinks() {
        takeCompletions();
        for (AsyncSender sender : senders) {
            Sender.Bound offered = sender.offered;
            if (offered == sender.attached) {
                continue;
            }
            if (offered != null) {
                sender.heldUntilNs = Math.min(sender.heldUntilNs, time.nanoTime());
                int given = sender.giveUpWhatIsInFlight();
                if (given > 0) {
                    // No acknowledgement can arrive any more on the replaced connection.
                    context.failed(time.nanoTime(), given);
                }
                order.reconnected(sender.index);
            }
            sender.attach(offered);
        }
        forgetPresent();
    }

    /**
     * Flushes the producers, and records sent messages and completions; returns whether there were any to record. A wait always
     * follows a call that found none, so no sent message stays with its driver during a wait.
     */
    boolean takeCompletions() {
        unrecorded.flush();
        return takeArrived(false);
    }

    /**
     * Does the work of {@link #takeCompletions} without calling the client library.
     *
     * @param held whether the loop's thread may be blocked in a send call: a completion of that call's message is then ignored,
     *     because the message is not counted as sent
     */
    boolean takeArrived(boolean held) {
        int n = completions.exchange();
        if (n == 0 && unrecorded.isEmpty()) {
            return false;
        }
        int failed = 0;
        synchronized (recorder) {
            unrecorded.recordTo(recorder);
            for (int i = 0; i < n; i++) {
                long completion = completions.slot(i);
                AsyncSender sender = senders[AsyncSender.indexOf(completion)];
                int slot = AsyncSender.slotOf(completion);
                if (!sender.isOfNow(completion) || (held && sender.isBeingSent(slot))) {
                    continue;
                }
                InFlight inFlight = sender.inFlight;
                long acknowledgedNs = completions.acknowledgedNs(i);
                if (acknowledgedNs == CompletionQueue.FAILED) {
                    sender.doubt(slot);
                    failed++;
                    if (context.failureEndsRun()) {
                        sender.heldUntilNs = time.nanoTime() + context.waitAfterFailureNs();
                    }
                } else {
                    recorder.acknowledged(
                            inFlight.intendedNs(slot),
                            inFlight.sentNs(slot),
                            inFlight.ownDelayNs(slot),
                            acknowledgedNs);
                    if (sender.gap != null) {
                        sender.gap.event(acknowledgedNs);
                    }
                }
                inFlight.release(slot);
                order.freed(sender.index);
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
