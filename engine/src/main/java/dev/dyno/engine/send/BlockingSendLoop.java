package dev.dyno.engine.send;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.SendListener;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.ReplaceableConnection;
import dev.dyno.model.result.Latency;
import dev.dyno.model.workload.ProducerGroup;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends the messages of one producer whose sends or commits block (synchronous sends, transactions), on a thread of its own. When
 * the connection breaks, messages in flight become in doubt and the loop waits for the next connection; messages that become due
 * in the meantime are sent late.
 *
 * <p>Assumptions and guarantees: {@link #run} once, on one thread; {@link #stop} from any thread. A failure ends the loop and is
 * reported; nothing is thrown. An unfinished transaction is committed at the end, and at the beginning of a pause. A blocked call
 * cannot be interrupted, so {@link #giveUp} takes over the account under this object's monitor: before that only the loop's
 * thread changes the account, with the monitor held; afterwards nobody does. Allocates nothing per message.
 */
final class BlockingSendLoop extends SendTask {

    final Sender sender;
    private final MessageStream outgoing;
    private final Recorder recorder;
    /** Messages per transaction; 0 = no transactions: each send waits for its acknowledgement. */
    private final int commitInterval;

    /** Whether connections are kept open to the end of the load after everything is sent. */
    private final boolean keepsConnections;

    private final ConnectionChurn churn;

    private final long[] intendedNs;
    private final long[] sentNs;
    private final long[] ownDelayNs;
    private final long[] sequence;
    /** Number of unanswered messages: those of the open transaction, or the one being sent. */
    private int uncommitted;

    /** Start of the commit in progress; {@link Sender#NEVER} if there is none. */
    private long commitBeganNs = Sender.NEVER;

    /** Connection at the last check; the open transaction, if any, belongs to it. */
    private Sender.@Nullable Bound attached;

    /** @param link used by this producer alone if the group closes connections */
    BlockingSendLoop(SendContext context, MessageStream outgoing, ProducerSpec spec, ReplaceableConnection link) {
        super(context);
        ProducerGroup group = outgoing.group;
        this.outgoing = outgoing;
        sender = new Sender(outgoing, spec, context.newGap()) {
            @Override
            SendListener listener(ReplaceableConnection.Session session, int number) {
                // Blocking producers have no completions.
                return (token, cause) -> {};
            }

            @Override
            void linkChanged() {
                time.unpark(thread);
            }
        };
        recorder = context.recorder();
        churn = new ConnectionChurn(link, recorder, group.messagesPerConnection());
        commitInterval = group.commitInterval();
        keepsConnections = group.connectOnly();
        int batch = Math.max(1, commitInterval);
        intendedNs = new long[batch];
        sentNs = new long[batch];
        ownDelayNs = new long[batch];
        sequence = new long[batch];
    }

    @Override
    List<Sender> senders() {
        return List.of(sender);
    }

    /** Applies the changes of the rate whose instant has come; messages that were due before it are dropped. */
    private synchronized void takeChanges(long now) {
        if (settled) {
            return;
        }
        boolean made = outgoing.changeNs() <= now;
        long dropped = outgoing.takeChanges(now);
        if (dropped > 0) {
            context.skipped(now, dropped, false);
        }
        sender.blocked &= !made;
    }

    /** Does not wait for a blocked call: it ends when its connection is closed, and its result is then ignored. */
    @Override
    public void giveUp() {
        stop();
        settle();
    }

    @Override
    void doubtTheUnanswered() {
        churn.end();
        sender.heldUntilNs = uncommitted > 0 ? Sender.FOR_EVER : sender.heldUntilNs;
        doubtTheUncommitted();
    }

    @Override
    public synchronized MessageStream.Slots slots(
            Function<Destination, Map<LowerBounds.Owed, Long>> owed, LowerBounds sink) {
        LowerBounds ofGroup = sink.forGroup(recorder.group);
        if (commitBeganNs != Sender.NEVER) {
            ofGroup.ongoing(Latency.COMMIT, commitBeganNs - timeline.startNs, waitedUntilNs - timeline.startNs);
        }
        churn.addUnfinished(timeline.startNs, Math.min(timeline.endNs(), endedNs), ofGroup);
        return super.slots(owed, sink);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        sender.begin(timeline.startNs);
        try {
            if (churn.release()) {
                sender.heldUntilNs = time.nanoTime();
            }
            while (!stopped && (keepsConnections || steered || outgoing.hasNext())) {
                long now = time.nanoTime();
                if (steered) {
                    takeChanges(now);
                }
                if (now >= timeline.plannedEndNs() || outgoing.isOver(now)) {
                    break;
                }
                Sender.Bound present = takeLink();
                if (uncommitted > 0 && present != null && outgoing.pauses(now)) {
                    commit(present);
                } else if (!outgoing.hasNext()) {
                    time.parkUntil(nextNs());
                } else if (outgoing.dueNs() > now) {
                    time.parkUntil(Math.min(outgoing.dueNs(), nextNs()));
                } else if (churn.isReleased) {
                    connect(now);
                } else if (present == null) {
                    sender.noteBlocked(context, now);
                    churn.waiting(now);
                    time.parkUntil(nextNs());
                } else {
                    churn.connected(now);
                    attempt(present, now);
                }
            }
            noteEnd(time.nanoTime());
            sendLast();
            Sender.Bound present = takeLink();
            if (present != null) {
                commit(present);
            }
        } catch (RuntimeException | Error e) {
            context.run().failure().report(e);
        }
        settle();
    }

    /** End of the load or next change of the rate, whichever is first. */
    private long nextNs() {
        return Math.min(timeline.plannedEndNs(), outgoing.changeNs());
    }

    private synchronized void noteEnd(long nowNs) {
        endedNs = nowNs;
    }

    /**
     * Sends the messages that were due in the last moments of the load, like {@link SendWork#sendLast}. Sends none if the last
     * call lasted beyond the end of the load, because they waited for the broker.
     */
    private void sendLast() {
        long endNs = timeline.plannedEndNs();
        while (endedNs >= endNs && sender.heldUntilNs < endNs && isDueIn(endNs - SendWork.LAST_NS, endNs)) {
            Sender.Bound present = takeLink();
            if (present == null) {
                return;
            }
            attempt(present, time.nanoTime());
        }
    }

    /** Whether an unsent message was due in the given time range. */
    private synchronized boolean isDueIn(long fromNs, long untilNs) {
        return !settled
                && outgoing.isScheduled()
                && outgoing.hasNext()
                && outgoing.dueNs() >= fromNs
                && outgoing.dueNs() < untilNs;
    }

    /**
     * Tries to open the next connection for the due message; if that fails, waits a moment or fails the run. The connect time
     * includes attempts that fail.
     */
    private void connect(long now) {
        sender.noteBlocked(context, now);
        churn.waiting(now);
        if (churn.open()) {
            churn.connected(time.nanoTime());
        } else if (context.failureEndsRun() && !context.reconnects()) {
            context.run().failure().report(new DriverException("a client could not connect: " + churn.lastFailure()));
            stopped = true;
        } else {
            time.parkUntil(time.nanoTime() + SendLoop.FAILED_RETRY_NS);
        }
    }

    /** Connection to send with now, or null. If it has changed, the open transaction has failed and is in doubt. */
    @SuppressWarnings("ReferenceEquality") // Each producer has its own Bound: another object is another connection.
    private Sender.@Nullable Bound takeLink() {
        Sender.Bound present = sender.offered;
        if (present != attached) {
            if (uncommitted > 0) {
                countFailed();
            }
            attached = present;
        }
        return present;
    }

    private void attempt(Sender.Bound present, long now) {
        boolean scheduled = outgoing.isScheduled();
        long intended;
        long ownNs;
        MessageKey key;
        ByteBuffer message;
        synchronized (this) {
            if (settled) {
                return;
            }
            long dueNs = outgoing.dueNs();
            long skipped = outgoing.skipMissed(now);
            if (skipped > 0) {
                context.skipped(now, skipped, sender.blocked || dueNs < sender.heldUntilNs);
            }
            if (scheduled && outgoing.dueNs() > now) {
                return;
            }
            intended = scheduled ? outgoing.dueNs() : now;
            // Part of the delay in which the message waited only for this loop.
            ownNs = Math.max(
                    0, (sender.blocked ? sender.blockedSinceNs : now) - Math.max(intended, sender.heldUntilNs));
            intendedNs[uncommitted] = intended;
            sentNs[uncommitted] = now;
            ownDelayNs[uncommitted] = ownNs;
            sequence[uncommitted] = outgoing.nextSequence();
            uncommitted++;
            key = outgoing.key();
            message = outgoing.compose(intended, now, ownNs);
            outgoing.advance();
        }
        noteSent(intended, now, ownNs, message.remaining());
        if (!send(present, key, message)) {
            return;
        }
        long returnedNs = time.nanoTime();
        if (commitInterval == 0) {
            acknowledged(returnedNs);
            if (churn.sent()) {
                sender.heldUntilNs = time.nanoTime();
            }
        } else if (uncommitted == commitInterval) {
            commit(present);
        } else if (returnedNs - now > SendWork.LONG_CALL_NS) {
            heldUntil(returnedNs);
        }
    }

    /** Notes that messages due before the given time had to wait for the client library. */
    private synchronized void heldUntil(long ns) {
        sender.heldUntilNs = settled ? sender.heldUntilNs : ns;
    }

    private void noteSent(long intended, long now, long ownNs, int bytes) {
        boolean scheduled = outgoing.isScheduled();
        if (sender.blocked) {
            sender.blocked = false;
            sender.heldUntilNs = now;
        } else if (scheduled && intended < sender.heldUntilNs) {
            context.blocked(now);
        }
        synchronized (recorder) {
            recorder.sent(intended, now, scheduled, ownNs, bytes);
        }
    }

    /** Sends a message; returns false if that failed. */
    private boolean send(Sender.Bound present, @Nullable MessageKey key, ByteBuffer message) {
        try {
            if (key != null) {
                present.producer().useKey(key);
            }
            present.producer().send(message);
            return true;
        } catch (DriverException | RuntimeException e) {
            failed(present, e);
            return false;
        }
    }

    private void commit(Sender.Bound present) {
        if (uncommitted == 0) {
            return;
        }
        long beganNs = beginCommit();
        try {
            present.producer().commit();
        } catch (DriverException | RuntimeException e) {
            failed(present, e);
            return;
        }
        committed(beganNs, time.nanoTime());
    }

    private synchronized long beginCommit() {
        commitBeganNs = settled ? commitBeganNs : time.nanoTime();
        return commitBeganNs;
    }

    private synchronized void committed(long beganNs, long nowNs) {
        if (settled) {
            return;
        }
        commitBeganNs = Sender.NEVER;
        synchronized (recorder) {
            recorder.committed(Latency.COMMIT, beganNs, nowNs);
        }
        acknowledged(nowNs);
    }

    private synchronized void acknowledged(long nowNs) {
        if (settled) {
            return;
        }
        sender.heldUntilNs = nowNs;
        synchronized (recorder) {
            for (int i = 0; i < uncommitted; i++) {
                recorder.acknowledged(intendedNs[i], sentNs[i], ownDelayNs[i], nowNs);
            }
        }
        if (sender.gap != null && uncommitted > 0) {
            sender.gap.event(nowNs);
        }
        uncommitted = 0;
    }

    /** Handles a failed send or commit: puts its messages in doubt; if connections are replaced, waits a while for another. */
    @SuppressWarnings("ReferenceEquality") // Each producer has its own Bound: another object is another connection.
    private void failed(Sender.Bound present, Exception cause) {
        if (!countFailed()) {
            return;
        }
        context.handleFailure(cause, present.session());
        if (context.run().failure().happened()) {
            stopped = true;
        }
        long untilNs = time.nanoTime() + context.waitAfterFailureNs();
        while (sender.offered == present && !stopped && time.nanoTime() < untilNs) {
            time.parkUntil(untilNs);
        }
        sender.heldUntilNs = time.nanoTime();
    }

    /** Counts the unanswered messages as failed, and puts them in doubt; returns false if the account is final already. */
    private synchronized boolean countFailed() {
        if (settled) {
            return false;
        }
        synchronized (recorder) {
            recorder.failed(time.nanoTime(), uncommitted);
        }
        commitBeganNs = Sender.NEVER;
        doubtTheUncommitted();
        return true;
    }

    private void doubtTheUncommitted() {
        for (int i = 0; i < uncommitted; i++) {
            outgoing.doubt(sequence[i], intendedNs[i], sentNs[i]);
        }
        context.run().faultLog().inDoubt(time.nanoTime(), uncommitted);
        uncommitted = 0;
    }
}
