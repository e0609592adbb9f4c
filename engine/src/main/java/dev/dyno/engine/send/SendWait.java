package dev.dyno.engine.send;

import dev.dyno.driver.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * Wait strategy of a {@link SendLoop} that has nothing to send: until the next message is due, until completions make room, or
 * until the client library may accept a refused message.
 *
 * <p>Assumptions and guarantees: on the loop's thread only. Allocates nothing after its construction.
 */
final class SendWait {

    /** Time in ns until a refused message is tried again if nothing is in flight whose acknowledgement could make room. */
    private static final long REFUSED_RETRY_NS = 20_000;

    /**
     * Maximum time in ns until a refused message is tried again if messages are in flight. Not longer, because the library may
     * refuse for messages of other producers; not shorter, because with some libraries a try costs more than a message.
     */
    private static final long REFUSED_WAIT_NS = 500_000;

    /** Number of completions that one wake-up must find together to count as a lump; less if the loop waits for fewer. */
    private static final int LUMP = 8;

    /**
     * Number of wake-ups in a row with fewer completions than a lump, after which completions no longer count as arriving in
     * lumps. One is not enough: a thread woken by the first completion of a lump is sometimes earlier than the second.
     */
    private static final int FEW_IN_A_ROW = 8;

    /** Longest wait in ns for several completions at once, while no sender can send and at least one is full. */
    private static final long BATCH_WAIT_NS = 500_000;

    private final TimeSource time;
    private final CompletionQueue completions;
    private final AsyncSender[] senders;
    private final SendOrder order;

    /** Null if no other thread does this loop's work. */
    private final @Nullable LoopOwner owner;

    /** Number of completions to wait for when no sender can send. */
    private final int batch;

    /** Number of wake-ups in a row that found fewer completions than a lump. */
    private int fewInARow = FEW_IN_A_ROW;

    /** @param owner shares the work with other threads; null if none helps */
    SendWait(
            TimeSource time,
            CompletionQueue completions,
            AsyncSender[] senders,
            SendOrder order,
            @Nullable LoopOwner owner) {
        this.owner = owner;
        this.time = time;
        this.completions = completions;
        this.senders = senders;
        this.order = order;
        int pending = 0;
        boolean scheduled = false;
        for (AsyncSender sender : senders) {
            pending += sender.maxPending;
            scheduled |= sender.outgoing.isScheduled();
        }
        batch = batchFor(pending, scheduled);
    }

    /** Latest time for another try of a message refused now. */
    static long retryNs(AsyncSender refused, long now) {
        return now + (refused.inFlight.count() == 0 ? REFUSED_RETRY_NS : REFUSED_WAIT_NS);
    }

    /** Waits until there may be work; returns whether anything is left to wait for. */
    boolean await(long now, long endNs) {
        if (owner != null) {
            return awaitHelp(owner, endNs);
        }
        if (!order.isEmpty()) {
            AsyncSender first = senders[order.first()];
            if (first.isRefused()) {
                awaitRoom(first, now, endNs);
            } else if (order.isAnyFull()) {
                completions.await(1, Math.min(order.firstNs(), endNs));
            } else {
                time.parkUntil(Math.min(order.firstNs(), endNs));
            }
        } else if (order.isAnyHeldUp()) {
            awaitCompletions(now, endNs);
        } else {
            return false;
        }
        return true;
    }

    /** Waits while the threads that report completions do the work that follows from them. */
    private boolean awaitHelp(LoopOwner owner, long endNs) {
        if (order.isEmpty() && !order.isAnyHeldUp()) {
            return false;
        }
        owner.sleepUntil(order.isEmpty() ? endNs : Math.min(order.firstNs(), endNs));
        return true;
    }

    private void awaitCompletions(long now, long endNs) {
        // A wait with a near deadline sets a timer and cancels it, which costs as much as the wake-up itself.
        if (batch == 1 || !order.isAnyFull()) {
            completions.await(batch, endNs);
        } else if (isInLumps() || isFruitless(now, endNs)) {
            completions.await(1, endNs);
            // A thread woken by the first completion of a lump usually finds the others, too.
            boolean lump = completions.size() >= Math.min(LUMP, batch);
            fewInARow = lump ? 0 : fewInARow + 1;
        }
    }

    /**
     * Whether completions arrive in lumps: the library or the broker collects acknowledgements, so that none arrives for a while
     * and then many together.
     */
    private boolean isInLumps() {
        return fewInARow < FEW_IN_A_ROW;
    }

    /** Waits briefly for several completions; returns whether none arrived, which is taken as a sign of lumps. */
    private boolean isFruitless(long now, long endNs) {
        if (completions.await(batch, Math.min(endNs, now + BATCH_WAIT_NS)) || !completions.isEmpty()) {
            return false;
        }
        fewInARow = 0;
        return true;
    }

    /** Waits until the client library may accept the refused message that is due first. */
    private void awaitRoom(AsyncSender refused, long now, long endNs) {
        int inFlight = refused.inFlight.count();
        if (inFlight == 0) {
            // Everything in flight at the time of the refusal has completed since.
            order.retryAt(Math.min(order.firstNs(), now + REFUSED_RETRY_NS));
        }
        int enough = order.isAnyFull()
                ? 1
                : Math.min(refused.worthTrying, batchFor(inFlight, refused.outgoing.isScheduled()));
        // A library refuses a message when many are in flight, so a few of those are about to be acknowledged.
        boolean few = inFlight > 0 && enough <= AsyncSender.LEAST_WORTH_TRYING;
        if ((few && completions.awaitSoon(enough)) || completions.await(enough, Math.min(order.firstNs(), endNs))) {
            order.retryAt(now);
        }
    }

    /**
     * Number of completions to wait for when no sender can send or a message was refused. All-out, half of the messages in
     * flight, so that one wake-up serves many. With a schedule an eighth, because the next message may be late. More than one if
     * possible: a loop that is woken for each completion sends one message per thread switch and never catches up.
     */
    private static int batchFor(int inFlight, boolean scheduled) {
        return Math.max(1, inFlight / (scheduled ? 8 : 2));
    }
}
