package dev.dyno.engine.receive;

import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.SendTimes;
import dev.dyno.model.pace.Cursor;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import org.jspecify.annotations.Nullable;

/**
 * Intended times of one producer's messages, by ascending sequence, computed again from its schedule so that they need not be
 * stored. All-out, with skipped slots, or after a change of the rate, the schedule does not determine them; the latest possible
 * intended time by the log of send times is used instead.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
final class IntendedTimes {

    private final SendTimes sendTimes;
    private final long otherwiseNs;
    private @Nullable Cursor cursor;
    private long spanStartNs;

    private long nextSequence;
    private long lastNs;

    /**
     * @param plan contains all producers
     * @param changed whether the rate was changed during the load
     * @param otherwiseNs time in ns from the start of the load, used for a message of which nothing is known
     */
    IntendedTimes(RunPlan plan, ProducerAccount account, boolean changed, long otherwiseNs) {
        sendTimes = account.sendTimes();
        this.otherwiseNs = otherwiseNs;
        plan.producer(account.producerId())
                .filter(place -> !changed && place.group().missedSlots() == MissedSlots.QUEUE)
                .ifPresent(place -> {
                    spanStartNs = place.group().span().start().toNanos();
                    cursor = place.times().orElse(null);
                });
    }

    /** Intended time in ns from the start of the load. Sequences must be asked for in ascending order. */
    long ns(long sequence) {
        Cursor c = cursor;
        if (c == null) {
            return sendTimes.latestIntendedNs(sequence, otherwiseNs);
        }
        while (nextSequence <= sequence) {
            lastNs = spanStartNs + c.next();
            nextSequence++;
        }
        return lastNs;
    }
}
