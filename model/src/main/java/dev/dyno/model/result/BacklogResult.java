package dev.dyno.model.result;

import java.util.Optional;

/**
 * A backlog that was built on purpose, and how it was drained. All counts are of deliveries: a message counts once for each
 * subscription of its destination.
 *
 * @param asked how large it was to be
 * @param built whether it became so large
 * @param messages how many deliveries were owed when the consumers started
 * @param bytes of their bodies, by the mean size
 * @param fromNs when the building began, from the start of the load
 * @param standsNs when it stood, from the start of the load: all that was sent had been acknowledged; if the producers went on,
 *     when it was large enough
 * @param startedNs when the consumers started, from the start of the load
 * @param drainNs from then on until it was drained, or given up
 * @param delivered meanwhile
 * @param left deliveries that were owed at the end of it
 * @param perSecond deliveries a second meanwhile
 * @param deadlineNs how long the drain might take
 * @param drained whether it was within the deadline
 * @param whileSending whether the producers went on meanwhile
 * @param countedBy what {@code messages} is taken from: the ledger of this run
 * @param byBroker how many messages the broker said it had in all its queues before the consumers started: of the backlog as it
 *     stood, or, if producers went on, when it was last asked; empty if nobody could ask it, or it did not answer in time
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

    /** Counted by what producers have sent and consumers have got. */
    public static final String LEDGER = "ledger";

    /** How long the building took. */
    public long buildNs() {
        return standsNs - fromNs;
    }

    /** How long it stood until the consumers started: the broker was waited for, which counts its messages now and then. */
    public long stoodNs() {
        return startedNs - standsNs;
    }
}
