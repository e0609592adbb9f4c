package dev.dyno.model.result;

import java.util.Optional;

/**
 * Result of a deliberate backlog: how it was built and drained. All counts are of deliveries: a message counts once for each
 * subscription of its destination.
 *
 * @param asked requested size
 * @param built whether it reached that size
 * @param messages deliveries owed when the consumers started
 * @param bytes of their bodies, by the mean size
 * @param fromNs start of the building, from the start of the load
 * @param standsNs time at which it was complete, from the start of the load: all messages sent had been acknowledged or, if the
 *     producers continued, it was large enough
 * @param startedNs start of the consumers, from the start of the load
 * @param drainNs from then until it was drained or given up
 * @param delivered deliveries in that time
 * @param left deliveries that were owed at the end of it
 * @param perSecond deliveries a second in that time
 * @param deadlineNs longest time allowed for the drain
 * @param drained whether it was drained within the deadline
 * @param whileSending whether the producers continued during the drain
 * @param countedBy source of {@code messages}: the ledger of this run
 * @param byBroker messages in all queues as the broker reported them before the consumers started: those of the complete backlog
 *     or, if producers continued, the last answer; empty if it could not be asked or did not answer in time
 */
public record BacklogResult(
        String asked,
        boolean built,
        long messages,
        long bytes,
        long fromNs,
        long standsNs,
        long startedNs,
        long drainNs,
        long delivered,
        long left,
        double perSecond,
        long deadlineNs,
        boolean drained,
        boolean whileSending,
        String countedBy,
        Optional<Double> byBroker) {

    /** Source of a count: the sends of producers and the deliveries to consumers. */
    public static final String LEDGER = "ledger";

    /** Duration of the building, in ns. */
    public long buildNs() {
        return standsNs - fromNs;
    }

    /**
     * Time in ns from the complete backlog to the start of the consumers: the broker counts its messages now and then, and its
     * count was awaited.
     */
    public long stoodNs() {
        return startedNs - standsNs;
    }
}
