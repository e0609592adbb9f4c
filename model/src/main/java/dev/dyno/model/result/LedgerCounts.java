package dev.dyno.model.result;

/**
 * The ledger's account of every message of the run, for each subscription, and exact unless {@code exact} says otherwise.
 *
 * @param expected deliveries owed: acknowledged messages times the subscriptions that had to get them; without producers in the
 *     run, the sequences up to the highest one received
 * @param delivered of the deliveries owed, those that arrived, each counted once
 * @param lost undelivered messages that the broker no longer had; without producers in the run, gaps below the highest sequence
 *     received; in a run stored before brokers were asked, all undelivered messages
 * @param inBroker undelivered messages that could still be delivered at the end of the drain: the broker reported them, or a client
 *     library had fetched them
 * @param duplicate repeated deliveries of a message to a subscription
 * @param reordered deliveries to a consumer after a later message of the same producer and partition
 * @param corrupt messages with a wrong checksum or an unreadable head
 * @param stale messages of another run
 * @param inDoubt messages whose send failed, or had no acknowledgement at the end: they are neither owed nor lost
 * @param inDoubtDelivered deliveries of messages in doubt
 * @param notOwed deliveries that a subscription missed because it is not durable and did not exist while its connection was
 *     broken; neither owed nor lost, and unfinished in the latencies
 * @param rejected deliveries that consumers rejected; most of them are delivered, too
 * @param expired undelivered messages that the broker no longer had, and that had a time to live or came elsewhere as dead letters
 * @param deadLettered messages received from queues that they were not sent to, where a broker moves rejected and expired ones
 * @param lossKnown whether every message had to arrive. Not with a selector, without consumers, or in a failed run: there
 *     nothing counts as undelivered, lost, expired or in the broker
 * @param exact false if there were more gaps than the ledger can hold; the counts are then bounds
 */
public record LedgerCounts(
        long expected,
        long delivered,
        long lost,
        long inBroker,
        long duplicate,
        long reordered,
        long corrupt,
        long stale,
        long inDoubt,
        long inDoubtDelivered,
        long notOwed,
        long rejected,
        long expired,
        long deadLettered,
        boolean lossKnown,
        boolean exact) {

    public static final LedgerCounts EMPTY = new LedgerCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, true);

    /** Deliveries owed that have not arrived. */
    public long outstanding() {
        return expected - delivered;
    }

    /** Deliveries owed that had not arrived by the end of the drain: lost, expired, in the broker, or of unknown fate. */
    public long undelivered() {
        return lossKnown ? outstanding() : 0;
    }

    /** Undelivered messages that the broker may or may not still have, because it did not say or its protocol cannot. */
    public long fateUnknown() {
        return undelivered() - lost - expired - inBroker;
    }

    /** Whether {@link #lost} is the number of all lost messages, not only of those proven to be lost. */
    public boolean knowsLost() {
        return lossKnown && fateUnknown() == 0;
    }
}
