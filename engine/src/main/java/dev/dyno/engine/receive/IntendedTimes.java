package dev.dyno.engine.receive;

import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.SendTimes;
import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import org.jspecify.annotations.Nullable;

/**
 * When the messages of one producer were intended, by ascending sequence: computed once more from its schedule, so that nobody has
 * to remember it. All-out, and where missed slots were skipped, no schedule says it; then the time at which it was sent at the
 * latest stands for it.
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
     * @param plan with all producers
     * @param otherwiseNs of a message of which nothing is known
     */
    IntendedTimes(RunPlan plan, ProducerAccount account, long otherwiseNs) {
        sendTimes = account.sendTimes();
        this.otherwiseNs = otherwiseNs;
        int index = account.producerId() - plan.producerIdBase();
        for (ProducerGroup group : plan.workload().producers()) {
            boolean isOwn = index >= 0 && index < group.size();
            if (isOwn && group.load() instanceof Schedule schedule && group.missedSlots() == MissedSlots.QUEUE) {
                cursor = schedule.cursor(
                        new Slice(index, group.size()), plan.workload().seed());
                spanStartNs = group.span().start().toNanos();
            }
            index -= group.size();
        }
    }

    /** In ns from the start of the load; each sequence is at least the one asked for before. */
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
