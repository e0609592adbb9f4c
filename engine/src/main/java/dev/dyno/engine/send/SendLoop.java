package dev.dyno.engine.send;

import dev.dyno.driver.ProducerSpec;
import dev.dyno.engine.record.ReplaceableConnection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event loop that sends the messages of many asynchronous producers, each when it is due, and receives acknowledgements. It
 * decides when, and on which thread, {@link SendWork} is done.
 *
 * <p>Assumptions and guarantees: {@link #run} once, on one thread, which alone touches the senders unless they are all-out and
 * the driver allows others to send: then a {@link LoopOwner} decides which thread does. {@link #stop}, {@link #giveUp},
 * {@link #linkChanged}, {@link #completed} and {@link #tryWork} from any thread. A failure ends the loop and is reported; nothing
 * is thrown. Allocates nothing per message.
 */
final class SendLoop extends SendTask {

    /**
     * Time in ns after which a producer tries again after a failed send or connect: its connection is probably broken, but not
     * yet reported as lost.
     */
    static final long FAILED_RETRY_NS = 10_000_000;

    /** Maximum time in ns between two checks whether to stop waiting for the last acknowledgements. */
    private static final long LAST_ACKNOWLEDGEMENTS_LOOK_NS = 10_000_000;

    private final long patienceNs;
    private final CompletionQueue completions;
    private final List<AsyncSender> senderList = new ArrayList<>();

    /** Time until which a send call that was held up delayed all producers; {@link Sender#FOR_EVER} if it did not return. */
    long heldUntilNs = Sender.NEVER;

    private volatile boolean abandoned;
    /** Whether a sender has lost its connection or received a new one, or a change of the rate was added. */
    private volatile boolean linksChanged;

    /** Null while only the loop's own thread sends. */
    private volatile @Nullable LoopOwner owner;

    /** Null until the loop begins. */
    private volatile @Nullable SendWork begun;

    /**
     * @param patienceNs time in ns without any acknowledgement after which the loop stops waiting for the last ones: a load that
     *     ends by a number of messages has no other limit to that wait
     */
    SendLoop(SendContext context, long patienceNs) {
        super(context);
        this.patienceNs = patienceNs;
        completions = new CompletionQueue(time);
    }

    /** Adds a producer before the loop runs. */
    AsyncSender add(MessageStream outgoing, ProducerSpec spec) {
        AsyncSender sender = new AsyncSender(senderList.size(), outgoing, spec, this, context.newGap());
        senderList.add(sender);
        return sender;
    }

    /** Notes that a sender has lost its connection or received a new one. Any thread, with any locks held. */
    void linkChanged() {
        linksChanged = true;
        time.unpark(thread);
    }

    /** Notes that a send has completed. Any thread. */
    void completed(long completion, ReplaceableConnection.Session session, @Nullable Throwable cause) {
        if (cause == null) {
            completions.add(completion, time.nanoTime());
        } else if (!settled) {
            context.handleFailure(cause, session);
            completions.add(completion, CompletionQueue.FAILED);
        }
    }

    @Override
    public void rateChanged() {
        super.rateChanged();
        linkChanged();
    }

    @Override
    public void giveUp() {
        abandoned = true;
        stop();
    }

    @Override
    List<AsyncSender> senders() {
        return senderList;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        completions.claim();
        AsyncSender[] senders = senderList.toArray(AsyncSender[]::new);
        SendWork work = new SendWork(context, completions, senders);
        begun = work;
        for (AsyncSender sender : senders) {
            sender.begin(timeline.startNs);
        }
        try {
            send(work);
            endedNs = time.nanoTime();
            heldUntilNs = work.endCall(endedNs);
            if (endedNs >= work.endNs && !abandoned) {
                work.sendLast();
            }
            awaitAcknowledgements(work);
        } catch (RuntimeException | Error e) {
            context.run().failure().report(e);
        }
        settle();
    }

    @Override
    void doubtTheUnanswered() {
        SendWork last = begun;
        if (last != null) {
            // A blocked call of the client library may have kept the loop from taking completions that have arrived.
            last.takeArrived(true);
        }
        for (AsyncSender sender : senderList) {
            context.run().faultLog().inDoubt(waitedUntilNs, sender.giveUpWhatIsInFlight());
        }
    }

    private void send(SendWork work) {
        awaitStart(work.senders);
        work.begin();
        if (!mayBeHelped(work.senders)) {
            send(work, null);
            return;
        }
        LoopOwner shared = new LoopOwner(time, completions, () -> help(work));
        shared.begin();
        try {
            owner = shared;
            send(work, shared);
        } finally {
            shared.end();
        }
    }

    private void send(SendWork work, @Nullable LoopOwner shared) {
        SendWait wait = new SendWait(time, completions, work.senders, work.order, shared);
        while (!stopped) {
            if (linksChanged) {
                linksChanged = false;
                work.takeLinks();
                if (steered) {
                    work.takeChanges();
                }
            }
            long now = work.present();
            if (now >= work.endNs || (!work.step(now) && !await(wait, now, work))) {
                return;
            }
        }
    }

    /** Waits until there may be work, or the rate changes; returns whether anything is left to wait for. */
    private boolean await(SendWait wait, long now, SendWork work) {
        if (!steered) {
            return wait.await(now, work.endNs);
        }
        long untilNs = Math.min(work.endNs, work.changeNs());
        if (!wait.await(now, untilNs)) {
            time.parkUntil(untilNs);
        }
        return true;
    }

    /**
     * Whether other threads may do the loop's work: all producers are connected, their driver lets them send on those threads,
     * and they are all-out with a limit of messages in flight, which also bounds the work that another thread does.
     */
    private static boolean mayBeHelped(AsyncSender[] senders) {
        for (AsyncSender sender : senders) {
            Sender.Bound offered = sender.offered;
            if (offered == null
                    || sender.outgoing.isScheduled()
                    || sender.maxPending == 0
                    || !offered.producer().sendsAfterCompletions()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Called by a thread of the client library that has reported completions. If other threads may do the loop's work, it does
     * the work that follows from the completions.
     */
    void tryWork() {
        LoopOwner present = owner;
        if (present != null) {
            present.tryWork();
        }
    }

    /** Does the work that can be done now; returns whether the loop's own thread must check when to wake up. */
    private boolean help(SendWork work) {
        try {
            work.retryRefused();
            long knownEndNs = work.endNs;
            int steps = 0;
            // Limits the work, because the library's thread must return to its socket.
            int enough = work.stepsToFillAll;
            while (!stopped && !linksChanged && steps++ < enough) {
                long now = work.present();
                if (now >= work.endNs || !work.step(now)) {
                    return !work.waitsForAnswers() || now >= work.endNs || work.endNs != knownEndNs;
                }
            }
        } catch (RuntimeException | Error e) {
            context.run().failure().report(e);
            stopped = true;
        }
        work.forgetPresent();
        return true;
    }

    /**
     * Waits for the start of the span, because all-out producers are always due. The producers of a loop belong to one group and
     * share a span.
     */
    private void awaitStart(AsyncSender[] senders) {
        long startNs = Math.min(senders[0].outgoing.startNs(), timeline.plannedEndNs());
        while (!stopped && time.nanoTime() < startNs) {
            time.parkUntil(startNs);
        }
    }

    private void awaitAcknowledgements(SendWork work) {
        work.takeCompletions();
        int left = work.inFlight();
        long giveUpNs = time.nanoTime() + patienceNs;
        while (!abandoned && left > 0 && time.nanoTime() < giveUpNs) {
            completions.await(1, time.nanoTime() + LAST_ACKNOWLEDGEMENTS_LOOK_NS);
            work.takeCompletions();
            int stillLeft = work.inFlight();
            if (stillLeft < left) {
                left = stillLeft;
                giveUpNs = time.nanoTime() + patienceNs;
            }
        }
    }
}
