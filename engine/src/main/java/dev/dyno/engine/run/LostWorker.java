package dev.dyno.engine.run;

import dev.dyno.driver.Destination;
import dev.dyno.engine.receive.JointLedger;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.engine.record.Unfinished;
import dev.dyno.engine.send.Outgoing;
import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.Counts;
import dev.dyno.model.workload.ProducerGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The messages that a worker owed and of which it did not report an acknowledgement before it was lost. Each was due, so each
 * counts, with a lower bound of its latencies:
 *
 * <ul>
 *   <li>due after the loss: unsent, and it waited until the end of the load;
 *   <li>due before the last report: it waited at least until that;
 *   <li>due between the two: it may have been served at once, so that its bound is 0.
 * </ul>
 *
 * <p>The worker reported how many it sent and how many were acknowledged, not which. Those are taken for its first ones, which
 * makes the bounds of the others the lowest that are possible.
 *
 * <p>All times are in ns from the start of the load.
 */
final class LostWorker {

    private final List<Sending> producers = new ArrayList<>();
    private final Counts reported;
    private final long completeNs;
    private final long lostNs;
    private final long endNs;
    /** Of its messages, those that the ledger has an account of. */
    private long accounted;

    /** A producer of it, with the next of its messages. */
    private static final class Sending {

        final Destination destination;
        private final Cursor cursor;
        private final long startNs;
        private final long endNs;
        private long left;
        long dueNs;

        Sending(Destination destination, Cursor cursor, ProducerGroup group, long limit, long loadEndNs) {
            this.destination = destination;
            this.cursor = cursor;
            startNs = group.span().start().toNanos();
            endNs = Math.min(loadEndNs, group.span().clampNs(loadEndNs));
            left = limit;
            next();
        }

        private void next() {
            long offsetNs = left == 0 ? Schedule.NEVER : cursor.next();
            boolean over = offsetNs == Schedule.NEVER || startNs + offsetNs >= endNs;
            dueNs = over ? Schedule.NEVER : startNs + offsetNs;
        }

        /** Takes the next message, and all that follow it until that time; returns how many. */
        long take(long untilNs) {
            long taken = Math.min(left, 1 + cursor.skipUntil(Math.min(untilNs, endNs) - startNs));
            left -= taken;
            next();
            return taken;
        }
    }

    /**
     * @param plan with all producers
     * @param share of the plan that the worker had
     * @param ledger gets an account of each of its producers that did not send one
     * @param reported by its intervals
     * @param completeNs when the last of its intervals ended
     * @param lostNs when it was found to be lost
     * @param endNs when the load ended
     */
    LostWorker(
            RunPlan plan, Share share, JointLedger ledger, Counts reported, long completeNs, long lostNs, long endNs) {
        this.reported = reported;
        this.completeNs = completeNs;
        this.lostNs = Math.max(completeNs, lostNs);
        this.endNs = endNs;
        int number = 0;
        for (ProducerGroup group : plan.workload().producers()) {
            for (int i = 0; i < group.size(); i++, number++) {
                if (!share.hasProducer(number)) {
                    continue;
                }
                Destination destination = group.destinations().get(i / group.perDestination());
                accounted += ledger.accountOf(plan.producerIdBase() + number, destination);
                if (group.load() instanceof Schedule schedule) {
                    Slice slice = new Slice(i, group.size());
                    producers.add(new Sending(
                            destination,
                            schedule.cursor(slice, plan.workload().seed()),
                            group,
                            group.messageCount() == 0 ? Outgoing.UNLIMITED : slice.share(group.messageCount()),
                            endNs));
                }
            }
        }
    }

    /** How many messages it sent, by its reports or by those that arrived elsewhere. */
    long sent() {
        return Math.max(reported.sent(), accounted);
    }

    /**
     * Hands out all that is unfinished.
     *
     * @param subscriptions that a message to a destination has to reach
     * @return what became of its schedules
     */
    Outgoing.Slots unfinished(ToIntFunction<Destination> subscriptions, Unfinished sink) {
        long skipped = reported.skipped();
        long settled = skipped + reported.acknowledged();
        long handedOver = skipped + sent();
        if (producers.isEmpty()) {
            // All-out nothing is due but what was handed over, nobody knows when.
            sink.owed(Math.min(completeNs, endNs), 0, handedOver - settled, 0, 0, 0);
            return Outgoing.Slots.NONE;
        }
        long place = 0;
        for (Sending first = first(); first.dueNs < endNs; first = first()) {
            long dueNs = first.dueNs;
            boolean mayBeServed = dueNs >= completeNs && dueNs < lostNs;
            long waitedUntilNs = mayBeServed ? lostNs : dueNs < completeNs ? completeNs : endNs;
            long end = place + first.take(sink.endOfStepNs(dueNs, waitedUntilNs));
            long sent = between(place, end, settled, handedOver);
            long unsent = between(place, end, Math.max(settled, handedOver), Long.MAX_VALUE);
            long undelivered = between(place, end, skipped + accounted, handedOver);
            int owed = subscriptions.applyAsInt(first.destination);
            sink.owed(dueNs, mayBeServed ? 0 : waitedUntilNs - dueNs, sent, unsent, owed * undelivered, owed * unsent);
            place = end;
        }
        return new Outgoing.Slots(place, Math.max(0, place - Math.max(settled, handedOver)));
    }

    private Sending first() {
        return Collections.min(producers, Comparator.comparingLong(sending -> sending.dueNs));
    }

    /** How many places of one range lie in another. */
    private static long between(long first, long end, long from, long to) {
        return Math.max(0, Math.min(end, to) - Math.max(first, from));
    }
}
