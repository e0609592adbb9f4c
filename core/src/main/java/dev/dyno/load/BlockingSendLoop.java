package dev.dyno.load;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.TimeSource;
import dev.dyno.result.Latency;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A producer that has a thread to itself, because its sends or its commits block: synchronous sends, and transactions. When
 * its connection breaks, what is in flight is in doubt, and it waits for the next connection; what is due meanwhile is late.
 *
 * <p>Assumptions and guarantees: {@link #run} once, on one thread; {@link #stop}, {@link #make} and {@link #lost} from any
 * thread. A failure ends the loop and is reported; nothing is thrown. An unfinished transaction is committed at the end.
 * Allocates nothing per message.
 */
final class BlockingSendLoop implements SendTask, Link.Part {

    private final SendContext context;
    private final TimeSource time;
    private final Timeline timeline;
    private final Recorder recorder;
    private final Outgoing outgoing;
    private final ProducerSpec spec;
    /** By fault; null where none is to be expected. */
    private final @Nullable LongestGap gap;
    /** Messages a transaction; 0 = each send waits for the broker. */
    private final int commitInterval;

    private final long[] intendedNs;
    private final long[] sentNs;
    private final long[] sequence;
    /** Messages in the open transaction. */
    private int uncommitted;

    /** The due message was found without a connection, and counted as blocked, already. */
    private boolean blocked;

    /** When it was. */
    private long blockedSinceNs;

    /** When it could send again after the last call or time without a connection. */
    private long heldUntilNs = Sender.NEVER;

    /** When the loop stopped sending. */
    private long endedNs = Long.MAX_VALUE;

    /** When the last send or commit had ended, well or not. */
    private long waitedUntilNs;

    private volatile boolean stopped;
    private volatile Thread thread = Thread.currentThread();

    /** The connection for the next messages; null while there is none. */
    private volatile @Nullable Attachment offered;

    /** The connection of the open transaction. */
    private @Nullable Attachment attached;

    BlockingSendLoop(SendContext context, Outgoing outgoing, ProducerSpec spec, int commitInterval) {
        this.context = context;
        time = context.time();
        timeline = context.timeline();
        recorder = context.recorder();
        this.outgoing = outgoing;
        this.spec = spec;
        gap = context.newGap();
        this.commitInterval = commitInterval;
        int batch = Math.max(1, commitInterval);
        intendedNs = new long[batch];
        sentNs = new long[batch];
        sequence = new long[batch];
    }

    @Override
    public void make(Link.Session session) throws DriverException {
        offered = new Attachment(session, session.connection().createProducer(spec, BlockingSendLoop::ignore), 0);
        time.unpark(thread);
    }

    private static void ignore(long token, @Nullable Throwable cause) {
        // Blocking producers have no completions.
    }

    @Override
    public void lost() {
        offered = null;
        time.unpark(thread);
    }

    /** Closes the present producer, after the loop has ended. */
    void close() {
        Attachment last = offered;
        if (last != null) {
            last.producer.close();
        }
    }

    @Override
    public void stop() {
        stopped = true;
        time.unpark(thread);
    }

    /** A blocked send cannot be left: its connection has to be closed under it. */
    @Override
    public void abandon() {
        stop();
    }

    @Override
    public List<ProducerAccount> accounts() {
        return List.of(outgoing.account());
    }

    @Override
    public List<ProducerAccount> accountsAtEnd() {
        return List.of(outgoing.accountAtEnd());
    }

    @Override
    public List<LongestGap> gaps() {
        return Stream.ofNullable(gap).toList();
    }

    @Override
    public void addSequences(Map<Integer, Long> byProducer) {
        byProducer.put(outgoing.producerId, outgoing.nextSequence());
    }

    @Override
    public Outgoing.Slots slots(ToIntFunction<Destination> subscriptions, Unfinished sink) {
        outgoing.unacknowledged(waitedUntilNs, sink);
        int reached = subscriptions.applyAsInt(outgoing.destination);
        return outgoing.slotsBefore(Math.min(timeline.endNs(), endedNs), reached, sink);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        outgoing.begin();
        if (gap != null) {
            gap.begin(timeline.startNs);
        }
        try {
            while (!stopped && outgoing.hasNext()) {
                long now = time.nanoTime();
                if (now >= timeline.plannedEndNs() || outgoing.isOver(now)) {
                    break;
                }
                Attachment present = takeLink();
                if (outgoing.dueNs() > now) {
                    time.parkUntil(Math.min(outgoing.dueNs(), timeline.plannedEndNs()));
                } else if (present == null) {
                    noteBlocked(now);
                    time.parkUntil(timeline.plannedEndNs());
                } else {
                    attempt(present, now);
                }
            }
            endedNs = time.nanoTime();
            Attachment present = takeLink();
            if (present != null) {
                commit(present);
            }
        } catch (RuntimeException | Error e) {
            context.failure().report(e);
        }
        waitedUntilNs = time.nanoTime();
        doubtTheUncommitted();
    }

    /** The connection to send with now, if there is one; the open transaction of another connection is in doubt. */
    private @Nullable Attachment takeLink() {
        Attachment present = offered;
        if (present != attached) {
            if (uncommitted > 0) {
                countFailed();
            }
            attached = present;
        }
        return present;
    }

    /** Counts the due message as blocked, once. */
    private void noteBlocked(long now) {
        if (!blocked) {
            blocked = true;
            blockedSinceNs = now;
            context.blocked(now);
        }
    }

    private void attempt(Attachment present, long now) {
        long skipped = outgoing.skipMissed(now);
        if (skipped > 0) {
            context.skipped(now, skipped);
        }
        boolean scheduled = outgoing.isScheduled();
        if (scheduled && outgoing.dueNs() > now) {
            return;
        }
        long intended = scheduled ? outgoing.dueNs() : now;
        intendedNs[uncommitted] = intended;
        sentNs[uncommitted] = now;
        sequence[uncommitted] = outgoing.nextSequence();
        uncommitted++;
        MessageKey key = outgoing.key();
        ByteBuffer message = outgoing.compose(intended, now);
        outgoing.advance();
        // Of its delay, the part in which it waited for nothing but this loop.
        long ownDelayNs = Math.max(0, (blocked ? blockedSinceNs : now) - Math.max(intended, heldUntilNs));
        if (blocked) {
            blocked = false;
            heldUntilNs = now;
        } else if (scheduled && intended < heldUntilNs) {
            context.blocked(now);
        }
        synchronized (recorder) {
            recorder.sent(intended, now, scheduled, ownDelayNs);
        }
        try {
            if (key != null) {
                present.producer.useKey(key);
            }
            present.producer.send(message);
        } catch (DriverException | RuntimeException e) {
            failed(present, e);
            return;
        }
        if (commitInterval == 0) {
            acknowledged(time.nanoTime());
        } else if (uncommitted == commitInterval) {
            commit(present);
        }
    }

    private void commit(Attachment present) {
        if (uncommitted == 0) {
            return;
        }
        long beganNs = time.nanoTime();
        try {
            present.producer.commit();
        } catch (DriverException | RuntimeException e) {
            failed(present, e);
            return;
        }
        long endedNs = time.nanoTime();
        synchronized (recorder) {
            recorder.committed(Latency.COMMIT, beganNs, endedNs);
        }
        acknowledged(endedNs);
    }

    private void acknowledged(long nowNs) {
        heldUntilNs = nowNs;
        synchronized (recorder) {
            for (int i = 0; i < uncommitted; i++) {
                recorder.acknowledged(intendedNs[i], sentNs[i], nowNs);
            }
        }
        if (gap != null && uncommitted > 0) {
            gap.at(nowNs);
        }
        uncommitted = 0;
    }

    /** Of the whole open transaction nothing is known now. */
    private void failed(Attachment present, Exception cause) {
        countFailed();
        context.endFor(cause, present.session);
        if (context.failureEndsRun() && !context.reconnects()) {
            stopped = true;
        }
        if (context.reconnects() && !stopped) {
            time.parkUntil(time.nanoTime() + SendLoop.FAILED_RETRY_NS);
        }
        heldUntilNs = time.nanoTime();
    }

    private void countFailed() {
        synchronized (recorder) {
            recorder.failed(time.nanoTime(), uncommitted);
        }
        doubtTheUncommitted();
    }

    private void doubtTheUncommitted() {
        for (int i = 0; i < uncommitted; i++) {
            outgoing.doubt(sequence[i], intendedNs[i], sentNs[i]);
        }
        context.faults().inDoubt(time.nanoTime(), uncommitted);
        uncommitted = 0;
    }
}
