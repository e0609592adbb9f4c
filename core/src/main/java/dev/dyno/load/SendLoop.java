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
 * <p>Assumptions and guarantees: {@link #run} once, on one thread, which alone touches the senders unless they are all-out and the
 * driver allows others to send: then a {@link Handover} says who does. {@link #stop}, {@link #abandon}, {@link #linkChanged},
 * {@link #completed} and {@link #goOn} from any thread. A failure ends the loop and is reported; nothing is thrown. Allocates
 * nothing per message.
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

    /** Null if this thread alone sends. */
    private volatile @Nullable Handover handover;

    /** When to stop sending, as far as is known. */
    private long endNs;

    /** When the next interval begins. */
    private long boundaryNs;

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
        } catch (RuntimeException | Error e) {
            failure.report(e);
        }
        for (Sender sender : senders) {
            faults.inDoubt(time.nanoTime(), sender.giveUpWhatIsInFlight());
        }
    }

    private void send(Sender[] senders, Turns turns) {
        turns.begin();
        awaitStart(senders);
        endNs = timeline.plannedEndNs();
        boundaryNs = timeline.boundaryAfter(timeline.startNs);
        if (!mayBeHelped(senders)) {
            send(senders, turns, null);
            return;
        }
        Handover shared = new Handover(time, completions, () -> help(senders, turns));
        shared.begin();
        try {
            handover = shared;
            send(senders, turns, shared);
        } finally {
            shared.end();
        }
    }

    private void send(Sender[] senders, Turns turns, @Nullable Handover shared) {
        SendWait wait = new SendWait(time, completions, senders, turns, shared);
        while (!stopped) {
            if (linksChanged) {
                takeCompletions(senders, turns);
                takeLinks(senders, turns);
                presentNs = UNKNOWN;
            }
            long now = present();
            if (now >= endNs || (!step(senders, turns, now) && !wait.await(now, endNs))) {
                return;
            }
        }
    }

    /** All-out one thread may do it as well as another. A limit to what is in flight is one to the help. */
    private static boolean mayBeHelped(Sender[] senders) {
        for (Sender sender : senders) {
            Attachment offered = sender.offered();
            if (offered == null
                    || sender.outgoing.isScheduled()
                    || sender.maxPending == 0
                    || !offered.producer.sendsAfterCompletions()) {
                return false;
            }
        }
        return true;
    }

    /** A thread of the client library has told of completions, and may do what follows from them. */
    void goOn() {
        Handover shared = handover;
        if (shared != null) {
            shared.goOn();
        }
    }

    /** Does what can be done now; returns whether the loop's own thread has to look when it is to wake up. */
    private boolean help(Sender[] senders, Turns turns) {
        try {
            if (!turns.isEmpty() && senders[turns.first()].isRefused()) {
                // What has been acknowledged has made room.
                takeCompletions(senders, turns);
                turns.retryAt(time.nanoTime());
            }
            long knownEndNs = endNs;
            int steps = 0;
            // As many as it takes to fill all senders: the thread has a socket to look after, too.
            int enough = 2 * totalPending(senders) + 2;
            while (!stopped && !linksChanged && steps++ < enough) {
                long now = present();
                if (now >= endNs || !step(senders, turns, now)) {
                    boolean waitsForAnswers = turns.isEmpty() && turns.isAnyHeldUp();
                    return !waitsForAnswers || now >= endNs || endNs != knownEndNs;
                }
            }
        } catch (RuntimeException | Error e) {
            failure.report(e);
            stopped = true;
        }
        presentNs = UNKNOWN;
        return true;
    }

    private static int totalPending(Sender[] senders) {
        int sum = 0;
        for (Sender sender : senders) {
            sum += sender.maxPending;
        }
        return sum;
    }

    /** Reading the clock is the dearest part of a message that the client library completes at once. */
    private long present() {
        long now = presentNs == UNKNOWN ? time.nanoTime() : presentNs;
        presentNs = UNKNOWN;
        return now;
    }

    /** Does what is next; returns whether there was anything. */
    private boolean step(Sender[] senders, Turns turns, long now) {
        if (now >= boundaryNs) {
            // What was sent in one interval is recorded before what is sent in the next.
            takeCompletions(senders, turns);
            boundaryNs = timeline.boundaryAfter(now);
            // The end may have become known meanwhile, long before it comes.
            endNs = timeline.plannedEndNs();
        } else if (turns.isEmpty() || turns.firstNs() > now) {
            return takeCompletions(senders, turns);
        } else {
            Sender first = senders[turns.first()];
            // Taking what has come and recording what was sent is cheaper for many at once.
            boolean better = first.inFlight.isFull() || unrecorded.isFull();
            if (!better || !takeCompletions(senders, turns)) {
                attempt(first, turns, now);
            }
        }
        return true;
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
