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
 * Messages that a lost worker owed and whose acknowledgement it did not report. Each was due, so each counts, with a lower bound
 * of its latencies:
 * <ul>
 * <li>due after the loss: unsent; it waited until the end of the load;
 * <li>due before the last report: it waited at least until that report;
 * <li>due between the two: it may have been acknowledged at once, so the bound is 0.
 * </ul>
 *
 * <p>The worker reported how many messages it sent and how many were acknowledged, not which. The acknowledged ones are taken to
 * be its first, which gives the others the lowest possible bounds.
 *
 * <p>All times are in ns from the start of the load.
 */
final class LostWorker {

    private final List<Sending> producers = new ArrayList<>();
    private final Counts reported;
    private final long completeNs;
    private final long lostNs;
    private final long endNs;
    /** Number of its messages that the ledger has an account of. */
    private long accounted;

    /** One of its producers, with the next message. */
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

        /** Takes the next message and all that follow it until the given time; returns their number. */
        long take(long untilNs) {
            long taken = Math.min(left, 1 + cursor.skipUntil(Math.min(untilNs, endNs) - startNs));
            left -= taken;
            next();
            return taken;
        }
    }

    /**
     * @param plan with all producers
     * @param share the worker's part of the plan
     * @param ledger receives an account of each of its producers that did not send one
     * @param reported counts of its intervals
     * @param completeNs end of its last interval
     * @param lostNs time at which its loss was noticed
     * @param endNs end of the load
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

    /** Number of messages it sent, by its reports or by those that arrived elsewhere. */
    long sent() {
        return Math.max(reported.sent(), accounted);
    }

    /**
     * Reports all unfinished messages.
     *
     * @param subscriptions number that a message to a destination must reach
     * @return slots of its schedules
     */
    Outgoing.Slots unfinished(ToIntFunction<Destination> subscriptions, Unfinished sink) {
        long skipped = reported.skipped();
        long settled = skipped + reported.acknowledged();
        long handedOver = skipped + sent();
        if (producers.isEmpty()) {
            // All-out only messages handed over were due, at unknown times.
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

    /** Length of the intersection of two ranges. */
    private static long between(long first, long end, long from, long to) {
        return Math.max(0, Math.min(end, to) - Math.max(first, from));
    }
}
