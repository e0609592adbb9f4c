package dev.dyno.engine.send;

import dev.dyno.driver.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link SendLoop} waits when it has nothing to send: for the time at which the next message is due, for the completions
 * that make room for it, or for the client library that refused it.
 *
 * <p>Assumptions and guarantees: on the loop's thread only. Allocates nothing but itself.
 */
final class SendWait {

    /** How long a refused message waits for the next try, if no acknowledgement is to come that could make room for it. */
    private static final long REFUSED_RETRY_NS = 20_000;

    /**
     * How long it waits at most if some are to come. The library may refuse for what others have in flight: so no longer. But
     * each try of some libraries costs more than a message: so no shorter.
     */
    private static final long REFUSED_WAIT_NS = 500_000;

    /** So many completions that a wake-up finds together are a lump. */
    private static final int LUMP = 8;

    /**
     * So many wake-ups one after the other that find fewer say that completions do not come in lumps any more. A single one
     * does not: whoever is woken by the first of a lump is sometimes there before the second.
     */
    private static final int FEW_IN_A_ROW = 8;

    /** All-out, the loop may wait for several completions at once, but not longer than this. */
    private static final long BATCH_WAIT_NS = 500_000;

    private final TimeSource time;
    private final CompletionQueue completions;
    private final Sender[] senders;
    private final Turns turns;

    /** Null if nobody helps. */
    private final @Nullable Handover handover;

    /** How many completions to wait for when all senders are full. */
    private final int batch;

    /** Wake-ups by a first completion since one has found a lump. */
    private int fewInARow = FEW_IN_A_ROW;

    /** @param handover to those who help meanwhile; null if nobody does */
    SendWait(TimeSource time, CompletionQueue completions, Sender[] senders, Turns turns, @Nullable Handover handover) {
        this.handover = handover;
        this.time = time;
        this.completions = completions;
        this.senders = senders;
        this.turns = turns;
        int pending = 0;
        boolean scheduled = false;
        for (Sender sender : senders) {
            pending += sender.maxPending;
            scheduled |= sender.outgoing.isScheduled();
        }
        batch = batchFor(pending, scheduled);
    }

    /** When to try a message again, at the latest, that is refused now. */
    static long retryNs(Sender refused, long now) {
        return now + (refused.inFlight.count() == 0 ? REFUSED_RETRY_NS : REFUSED_WAIT_NS);
    }

    /** Waits until there may be something to do; returns whether anything is left to wait for. */
    boolean await(long now, long endNs) {
        if (handover != null) {
            return awaitHelp(handover, endNs);
        }
        if (!turns.isEmpty()) {
            Sender first = senders[turns.first()];
            if (first.isRefused()) {
                awaitRoom(first, now, endNs);
            } else if (turns.isAnyFull()) {
                completions.await(1, Math.min(turns.firstNs(), endNs));
            } else {
                time.parkUntil(Math.min(turns.firstNs(), endNs));
            }
        } else if (turns.isAnyHeldUp()) {
            awaitCompletions(now, endNs);
        } else {
            return false;
        }
        return true;
    }

    /** Those who tell of completions do what follows from them. */
    private boolean awaitHelp(Handover helpers, long endNs) {
        if (turns.isEmpty() && !turns.isAnyHeldUp()) {
            return false;
        }
        helpers.sleepUntil(turns.isEmpty() ? endNs : Math.min(turns.firstNs(), endNs));
        return true;
    }

    private void awaitCompletions(long now, long endNs) {
        // A near deadline sets a timer and cancels it, which costs as much as the wake-up itself.
        if (batch == 1 || !turns.isAnyFull()) {
            completions.await(batch, endNs);
        } else if (isInLumps() || isFruitless(now, endNs)) {
            completions.await(1, endNs);
            // Whoever is woken by the first of them mostly finds the others, too.
            boolean lump = completions.size() >= Math.min(LUMP, batch);
            fewInARow = lump ? 0 : fewInARow + 1;
        }
    }

    /** The library or the broker collects: nothing for a while, and then many completions together. */
    private boolean isInLumps() {
        return fewInARow < FEW_IN_A_ROW;
    }

    /** Waits for several completions, but not for long; returns whether none has come, as it is between lumps. */
    private boolean isFruitless(long now, long endNs) {
        if (completions.await(batch, Math.min(endNs, now + BATCH_WAIT_NS)) || !completions.isEmpty()) {
            return false;
        }
        fewInARow = 0;
        return true;
    }

    /** Waits until the client library may take the message that is due first, and was refused. */
    private void awaitRoom(Sender refused, long now, long endNs) {
        int inFlight = refused.inFlight.count();
        if (inFlight == 0) {
            // What was in flight when it was refused has ended since.
            turns.retryAt(Math.min(turns.firstNs(), now + REFUSED_RETRY_NS));
        }
        int enough = turns.isAnyFull()
                ? 1
                : Math.min(refused.worthTrying(), batchFor(inFlight, refused.outgoing.isScheduled()));
        // A library is full when much is under way, of which a few are about to be acknowledged.
        boolean few = inFlight > 0 && enough <= Sender.LEAST_WORTH_TRYING;
        if ((few && completions.awaitSoon(enough)) || completions.await(enough, Math.min(turns.firstNs(), endNs))) {
            turns.retryAt(now);
        }
    }

    /**
     * How many completions to wait for when all senders are full, or one is refused. All-out, half of what is in flight then,
     * so that the loop is woken once for many. With a schedule the next message may be late, so fewer; but a loop that is
     * woken for each one sends no more than one for each switch of threads, and falls behind for good.
     */
    private static int batchFor(int inFlight, boolean scheduled) {
        return Math.max(1, inFlight / (scheduled ? 8 : 2));
    }
}
