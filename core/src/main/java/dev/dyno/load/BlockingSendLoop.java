package dev.dyno.load;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.TimeSource;
import dev.dyno.result.Latency;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A producer that has a thread to itself, because its sends or its commits block: synchronous sends, and transactions.
 *
 * <p>Assumptions and guarantees: {@link #run} once, on one thread; {@link #stop} from any thread. A failure ends the loop and
 * is reported; nothing is thrown. An unfinished transaction is committed at the end. Allocates nothing per message.
 */
final class BlockingSendLoop implements SendTask {

    private final TimeSource time;
    private final Timeline timeline;
    private final Recorder recorder;
    private final Failure failure;
    private final boolean failureEndsRun;
    private final Outgoing outgoing;
    private final Producer producer;
    /** Messages a transaction; 0 = each send waits for the broker. */
    private final int commitInterval;

    private final long[] intendedNs;
    private final long[] sentNs;
    private final long[] sequence;
    /** Messages in the open transaction. */
    private int uncommitted;

    /** When the loop stopped sending. */
    private long endedNs;

    private volatile boolean stopped;
    private volatile Thread thread = Thread.currentThread();

    BlockingSendLoop(
            TimeSource time,
            Timeline timeline,
            Recorder recorder,
            Failure failure,
            boolean failureEndsRun,
            Outgoing outgoing,
            Producer producer,
            int commitInterval) {
        this.time = time;
        this.timeline = timeline;
        this.recorder = recorder;
        this.failure = failure;
        this.failureEndsRun = failureEndsRun;
        this.outgoing = outgoing;
        this.producer = producer;
        this.commitInterval = commitInterval;
        int batch = Math.max(1, commitInterval);
        intendedNs = new long[batch];
        sentNs = new long[batch];
        sequence = new long[batch];
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
    public Outgoing.Slots slots() {
        return outgoing.slotsBefore(Math.min(timeline.endNs(), endedNs));
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        outgoing.begin();
        try {
            while (!stopped && outgoing.hasNext()) {
                long now = time.nanoTime();
                if (now >= timeline.plannedEndNs) {
                    break;
                }
                if (outgoing.isScheduled() && outgoing.dueNs() > now) {
                    time.parkUntil(Math.min(outgoing.dueNs(), timeline.plannedEndNs));
                } else {
                    attempt(now);
                }
            }
            endedNs = time.nanoTime();
            commit();
        } catch (RuntimeException | Error e) {
            failure.report(e);
        }
        doubtTheUncommitted();
    }

    private void attempt(long now) {
        long skipped = outgoing.skipMissed(now);
        if (skipped > 0) {
            synchronized (recorder) {
                recorder.skipped(now, skipped);
            }
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
        ByteBuffer message = outgoing.compose(intended, now);
        outgoing.advance();
        synchronized (recorder) {
            recorder.sent(intended, now, scheduled);
        }
        try {
            producer.send(message);
        } catch (DriverException | RuntimeException e) {
            failed(e);
            return;
        }
        if (commitInterval == 0) {
            acknowledged(time.nanoTime());
        } else if (uncommitted == commitInterval) {
            commit();
        }
    }

    private void commit() {
        if (uncommitted == 0) {
            return;
        }
        long beganNs = time.nanoTime();
        try {
            producer.commit();
        } catch (DriverException | RuntimeException e) {
            failed(e);
            return;
        }
        long endedNs = time.nanoTime();
        synchronized (recorder) {
            recorder.committed(Latency.COMMIT, beganNs, endedNs);
        }
        acknowledged(endedNs);
    }

    private void acknowledged(long nowNs) {
        synchronized (recorder) {
            for (int i = 0; i < uncommitted; i++) {
                recorder.acknowledged(intendedNs[i], sentNs[i], nowNs);
            }
        }
        uncommitted = 0;
    }

    /** Of the whole open transaction nothing is known now. */
    private void failed(Exception cause) {
        synchronized (recorder) {
            recorder.failed(time.nanoTime(), uncommitted);
        }
        doubtTheUncommitted();
        if (failureEndsRun) {
            failure.report(cause);
            stopped = true;
        }
    }

    private void doubtTheUncommitted() {
        for (int i = 0; i < uncommitted; i++) {
            outgoing.doubt(sequence[i]);
        }
        uncommitted = 0;
    }
}
