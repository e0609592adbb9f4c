package dev.dyno.model.result;

import java.util.Optional;

/**
 * Result of a deliberate backlog: how it was built and drained. All counts are of deliveries: a message counts once for each
 * subscription of its destination.
 *
 * @param asked requested size
 * @param built whether the backlog reached the requested size
 * @param messages deliveries owed when the consumers started
 * @param bytes size of the bodies of these messages, estimated by the mean size
 * @param fromNs start of the building, from the start of the load
 * @param standsNs time at which the backlog was complete, from the start of the load: all messages sent had been acknowledged
 *     or, if the producers continued, the backlog was large enough
 * @param startedNs start of the consumers, from the start of the load
 * @param drainNs length of the drain: from the start of the consumers until the backlog was drained or given up
 * @param delivered deliveries during the drain
 * @param left deliveries owed at the end of the drain
 * @param perSecond deliveries a second during the drain
 * @param deadlineNs longest time allowed for the drain
 * @param drained whether the backlog was drained within the deadline
 * @param whileSending whether the producers continued during the drain
 * @param countedBy source of {@code messages}: the ledger of this run
 * @param byBroker messages in all queues as the broker reported them before the consumers started: those of the complete
 *     backlog or, if producers continued, the last answer; empty if the broker could not be asked or did not answer in time
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

    /** Time in ns that it took to build the backlog. */
    public long buildNs() {
        return standsNs - fromNs;
    }

    /**
     * Time in ns from the complete backlog to the start of the consumers. Meanwhile the run waited for the broker to count the
     * messages, which a broker does at intervals.
     */
    public long stoodNs() {
        return startedNs - standsNs;
    }
}
