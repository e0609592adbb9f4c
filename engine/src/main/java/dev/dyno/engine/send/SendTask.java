package dev.dyno.engine.send;

import dev.dyno.driver.Destination;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Timeline;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A loop that sends the messages of one or more producers on a thread of its own, and keeps their accounts.
 *
 * <p>Assumptions and guarantees: {@link #run} once; {@link #stop}, {@link #giveUp}, {@link #rateChanged} and {@link #accounts} from
 * any thread; the others after {@link #run} has returned, or some time after {@link #giveUp}.
 */
public abstract class SendTask implements Runnable {

    final SendContext context;
    final TimeSource time;
    final Timeline timeline;

    volatile boolean stopped;

    /** Whether the rate was ever changed: then a loop without a message waits for the next change. */
    volatile boolean steered;

    volatile Thread thread = Thread.currentThread();

    /** Time at which the loop stopped sending; {@link Long#MAX_VALUE} before. */
    long endedNs = Long.MAX_VALUE;

    /** Time at which the wait for acknowledgements ended. */
    long waitedUntilNs;

    /** Whether the accounts are final: later answers are ignored, for example those that arrive while producers are closed. */
    volatile boolean settled;

    SendTask(SendContext context) {
        this.context = context;
        time = context.time();
        timeline = context.run().timeline();
    }

    abstract List<? extends Sender> senders();

    /** Stops sending; messages in flight are still waited for. */
    public final void stop() {
        stopped = true;
        time.unpark(thread);
    }

    /** Stops sending, and stops waiting for messages in flight. */
    public abstract void giveUp();

    /** Notes that the rate has another change. Any thread, any time. */
    public void rateChanged() {
        steered = true;
        time.unpark(thread);
    }

    /** Puts every message without an answer in doubt and makes the accounts final. */
    final synchronized void settle() {
        if (!settled) {
            waitedUntilNs = time.nanoTime();
            settled = true;
            doubtTheUnanswered();
        }
    }

    abstract void doubtTheUnanswered();

    /** Accounts of the producers so far. Any thread, any time. */
    public final List<ProducerAccount> accounts() {
        return senders().stream().map(sender -> sender.outgoing.account()).toList();
    }

    public final synchronized List<ProducerAccount> accountsAtEnd() {
        // A loop that is blocked in a call of the client library cannot end its account itself.
        settle();
        return senders().stream().map(sender -> sender.outgoing.accountAtEnd()).toList();
    }

    /** The longest gaps between acknowledgements, by producer; empty if no fault is expected. */
    public final List<LongestGap> gaps() {
        return senders().stream()
                .flatMap(sender -> Stream.ofNullable(sender.gap))
                .toList();
    }

    /**
     * Counts the slots of the producers' schedules until the end of the load, or of this loop if that was earlier. To be called
     * once.
     *
     * @param owed number of subscriptions that a message to a destination has to reach
     * @param sink takes the messages that were due and not sent, or sent and not acknowledged
     */
    public synchronized MessageStream.Slots slots(
            Function<Destination, Map<LowerBounds.Owed, Long>> owed, LowerBounds sink) {
        LowerBounds ofGroup = sink.forGroup(context.recorder().group);
        long endNs = Math.min(timeline.endNs(), endedNs);
        MessageStream.Slots slots = MessageStream.Slots.NONE;
        for (Sender sender : senders()) {
            MessageStream outgoing = sender.outgoing;
            slots = slots.plus(outgoing.slotsBefore(
                    endNs, sender.ownDelayNsOfUnsent(endNs), owed.apply(outgoing.destination), ofGroup));
            outgoing.unacknowledged(waitedUntilNs, ofGroup);
        }
        return slots;
    }
}
