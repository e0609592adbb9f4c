package dev.dyno.load;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An event loop that sends the messages of many asynchronous producers, each when it is due, and takes in what has been
 * acknowledged. A producer without a connection waits for the next one; what is due meanwhile is late.
 *
 * <p>Assumptions and guarantees: {@link #run} once, on one thread, which alone touches the senders; {@link #stop}, {@link
 * #abandon}, {@link #linkChanged} and {@link #completed} from any thread. A failure ends the loop and is reported; nothing is
 * thrown. Allocates nothing per message.
 */
final class SendLoop implements SendTask {

    /**
     * How long a producer waits after a send has thrown, if broken connections are replaced: most likely its own is broken,
     * and nobody has said so yet.
     */
    static final long FAILED_RETRY_NS = 10_000_000;

    /** How often the loop looks, at the least, whether it is to give up waiting for the last acknowledgements. */
    private static final long LAST_ACKNOWLEDGEMENTS_LOOK_NS = 10_000_000;

    /** Stands for a present time that must be read from the clock; so it must after a failure. */
    private static final long UNKNOWN = CompletionQueue.FAILED;

    private final TimeSource time;
    private final Timeline timeline;
    private final Recorder recorder;
    private final Failure failure;
    private final FaultLog faults;
    private final boolean failureEndsRun;
    private final boolean reconnects;
    private final long patienceNs;
    private final CompletionQueue completions;
    private final List<Sender> senderList = new ArrayList<>();

    private volatile boolean stopped;
    private volatile boolean abandoned;
    /** A sender has lost its connection, or got a new one. */
    private volatile boolean linksChanged;

    private volatile Thread thread = Thread.currentThread();

    /** When the loop stopped sending. */
    private long endedNs;

    private final SentBatch unrecorded = new SentBatch();

    /** The present time, if the last send has ended with its own completion and nothing has been done since. */
    private long presentNs = UNKNOWN;

    /**
     * @param reconnects whether broken connections are replaced
     * @param patienceNs at the end, the last acknowledgements are given up when none has come for so long: a run that ends
     *     by a count has no other end
     */
    SendLoop(
            TimeSource time,
            Timeline timeline,
            Recorder recorder,
            Failure failure,
            FaultLog faults,
            boolean failureEndsRun,
            boolean reconnects,
            long patienceNs) {
        this.patienceNs = patienceNs;
        this.time = time;
        this.timeline = timeline;
        this.recorder = recorder;
        this.failure = failure;
        this.faults = faults;
        this.failureEndsRun = failureEndsRun;
        this.reconnects = reconnects;
        completions = new CompletionQueue(time);
    }

    /** Adds a producer before the loop runs. */
    Sender add(Outgoing outgoing, int maxPending, ProducerSpec spec) {
        @Nullable LongestGap gap = faults.isWatching() ? new LongestGap(faults) : null;
        Sender sender = new Sender(senderList.size(), outgoing, maxPending, spec, this, gap);
        senderList.add(sender);
        return sender;
    }

    /** A sender has lost its connection, or got a new one. Any thread, whatever locks it holds. */
    void linkChanged() {
        linksChanged = true;
        time.unpark(thread);
    }

    /** A send has completed, on any thread. */
    void completed(long completion, Link.Session session, @Nullable Throwable cause) {
        if (cause == null) {
            completions.add(completion, time.nanoTime());
        } else {
            if (failureEndsRun) {
                session.sendFailed(cause);
            }
            completions.add(completion, CompletionQueue.FAILED);
        }
    }

    @Override
    public void stop() {
        stopped = true;
        time.unpark(thread);
    }

    @Override
    public void abandon() {
        abandoned = true;
        stop();
    }

    @Override
    public List<ProducerAccount> accounts() {
        return senderList.stream().map(s -> s.outgoing.account()).toList();
    }

    @Override
    public List<LongestGap> gaps() {
        return senderList.stream().flatMap(s -> Stream.ofNullable(s.gap)).toList();
    }

    @Override
    public void addSequences(Map<Integer, Long> byProducer) {
        senderList.forEach(s -> byProducer.put(s.outgoing.producerId, s.outgoing.nextSequence()));
    }

    @Override
    public Outgoing.Slots slots() {
        long endNs = Math.min(timeline.endNs(), endedNs);
        long due = 0;
        long unsent = 0;
        for (Sender sender : senderList) {
            Outgoing.Slots slots = sender.outgoing.slotsBefore(endNs);
            due += slots.due();
            unsent += slots.unsent();
        }
        return new Outgoing.Slots(due, unsent);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        completions.claim();
        Sender[] senders = senderList.toArray(Sender[]::new);
        Turns turns = new Turns(senderList.stream().map(s -> s.outgoing).toList());
        for (Sender sender : senders) {
            sender.outgoing.begin();
            if (sender.gap != null) {
                sender.gap.begin(timeline.startNs);
            }
        }
        try {
            send(senders, turns);
            endedNs = time.nanoTime();
            awaitAcknowledgements(senders, turns);
        } catch (DriverException | RuntimeException | Error e) {
            failure.report(e);
        }
        for (Sender sender : senders) {
            faults.inDoubt(time.nanoTime(), sender.giveUpWhatIsInFlight());
        }
    }

    private void send(Sender[] senders, Turns turns) throws DriverException {
        turns.begin();
        SendWait wait = new SendWait(time, completions, senders, turns);
        awaitStart(senders);
        long endNs = timeline.plannedEndNs();
        long boundaryNs = timeline.boundaryAfter(timeline.startNs);
        while (!stopped) {
            if (linksChanged) {
                takeCompletions(senders, turns);
                takeLinks(senders, turns);
                presentNs = UNKNOWN;
            }
            // Reading the clock is the dearest part of a message that the client library completes at once.
            long now = presentNs == UNKNOWN ? time.nanoTime() : presentNs;
            presentNs = UNKNOWN;
            if (now >= endNs) {
                return;
            }
            if (now >= boundaryNs) {
                // What was sent in one interval is recorded before what is sent in the next.
                takeCompletions(senders, turns);
                boundaryNs = timeline.boundaryAfter(now);
                // The end may have become known meanwhile, long before it comes.
                endNs = timeline.plannedEndNs();
            } else if (turns.isEmpty() || turns.firstNs() > now) {
                if (!takeCompletions(senders, turns) && !wait.await(now, endNs)) {
                    return;
                }
            } else {
                Sender first = senders[turns.first()];
                // Taking what has come and recording what was sent is cheaper for many at once.
                boolean better = first.inFlight.isFull() || unrecorded.isFull();
                if (!better || !takeCompletions(senders, turns)) {
                    attempt(first, turns, now);
                }
            }
        }
    }

    /** All-out producers are due at any time but before their span; the producers of a loop are of one group and have one. */
    private void awaitStart(Sender[] senders) {
        long startNs = Math.min(senders[0].outgoing.startNs(), timeline.plannedEndNs());
        while (!stopped && time.nanoTime() < startNs) {
            time.parkUntil(startNs);
        }
    }

    private void attempt(Sender sender, Turns turns, long now) {
        Outgoing outgoing = sender.outgoing;
        boolean scheduled = outgoing.isScheduled();
        long skipped = outgoing.skipMissed(now);
        if (skipped > 0) {
            synchronized (recorder) {
                recorder.skipped(now, skipped);
            }
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
            send(sender, attachment, turns, scheduled, now);
        }
    }

    private void send(Sender sender, Attachment attachment, Turns turns, boolean scheduled, long now) {
        Outgoing outgoing = sender.outgoing;
        long intended = scheduled ? outgoing.dueNs() : sender.isRefused() ? sender.refusedSinceNs() : now;
        int slot = sender.inFlight.take(intended, now, outgoing.nextSequence());
        boolean accepted;
        boolean threw = false;
        MessageKey key = outgoing.key();
        try {
            if (key != null) {
                attachment.producer.useKey(key);
            }
            accepted = attachment.producer.trySend(outgoing.compose(intended, now), slot);
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
        unrecorded.add(intended, now, scheduled);
        presentNs = completions.endsWith(sender.index, slot) ? completions.lastNs() : UNKNOWN;
        outgoing.advance();
        sender.notRefused();
        sender.blocked = false;
        if (threw && reconnects && outgoing.hasNext()) {
            turns.retryAt(now + FAILED_RETRY_NS);
        } else {
            turns.next(outgoing);
        }
    }

    /** Counts the due message as blocked, once however often it is tried. */
    private void noteBlocked(Sender sender, long now) {
        if (!sender.blocked) {
            sender.blocked = true;
            synchronized (recorder) {
                recorder.blocked(now);
            }
        }
    }

    private void failed(Sender sender, Attachment attachment, int slot, long now, Throwable cause) {
        sender.outgoing.doubt(sender.inFlight.sequence(slot));
        sender.inFlight.release(slot);
        synchronized (recorder) {
            recorder.failed(now, 1);
        }
        faults.inDoubt(now, 1);
        if (cause instanceof Error) {
            failure.report(cause);
        } else if (failureEndsRun) {
            attachment.session.sendFailed(cause);
        }
    }

    /** Some senders have lost their connection or got another one. */
    private void takeLinks(Sender[] senders, Turns turns) {
        linksChanged = false;
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
    }

    /** What the old connection has not answered by now it never will. */
    private void giveUp(Sender sender) {
        int given = sender.giveUpWhatIsInFlight();
        if (given > 0) {
            long now = time.nanoTime();
            synchronized (recorder) {
                recorder.failed(now, given);
            }
            faults.inDoubt(now, given);
        }
    }

    /** Records what has been sent and acknowledged; returns whether there was anything. */
    private boolean takeCompletions(Sender[] senders, Turns turns) {
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
                    sender.outgoing.doubt(inFlight.sequence(slot));
                    recorder.failed(time.nanoTime(), 1);
                    failed++;
                } else {
                    recorder.acknowledged(inFlight.intendedNs(slot), inFlight.sentNs(slot), acknowledgedNs);
                    if (sender.gap != null) {
                        sender.gap.at(acknowledgedNs);
                    }
                }
                inFlight.release(slot);
                turns.hasRoom(sender.index);
            }
        }
        if (failed > 0) {
            faults.inDoubt(time.nanoTime(), failed);
        }
        return true;
    }

    private void awaitAcknowledgements(Sender[] senders, Turns turns) {
        takeCompletions(senders, turns);
        int left = inFlight(senders);
        long giveUpNs = time.nanoTime() + patienceNs;
        while (!abandoned && left > 0 && time.nanoTime() < giveUpNs) {
            completions.await(1, time.nanoTime() + LAST_ACKNOWLEDGEMENTS_LOOK_NS);
            takeCompletions(senders, turns);
            int stillLeft = inFlight(senders);
            if (stillLeft < left) {
                left = stillLeft;
                giveUpNs = time.nanoTime() + patienceNs;
            }
        }
    }

    private static int inFlight(Sender[] senders) {
        int sum = 0;
        for (Sender sender : senders) {
            sum += sender.inFlight.count();
        }
        return sum;
    }
}
