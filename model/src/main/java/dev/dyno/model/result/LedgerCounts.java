package dev.dyno.model.result;

/**
 * The ledger's account of every message of the run, per subscription and exact unless {@code exact} says otherwise.
 *
 * @param expected deliveries owed: acknowledged messages times the subscriptions that had to get them
 * @param delivered of those, the ones that came, each counted once
 * @param lost undelivered, and the broker had nothing left that it could be. Without knowledge of the producers (a consumer
 *     alone) it is counted from the gaps below the highest sequence seen. Of runs that were stored before brokers were asked: all
 *     that was undelivered
 * @param inBroker undelivered, and still in the broker by the broker's own word when the drain ended
 * @param duplicate deliveries of a message to a subscription that had it already
 * @param reordered deliveries to a consumer after a later message of the same producer and partition
 * @param corrupt messages with a wrong checksum or an unreadable head
 * @param stale messages of another run
 * @param inDoubt messages whose send failed, or had no acknowledgement at the end: neither owed nor lost
 * @param inDoubtDelivered deliveries of those
 * @param notOwed deliveries that a subscription which is not durable has missed while its connection was broken: it did not exist
 *     then, so they are neither owed nor lost
 * @param lossKnown whether every message had to come: not with a selector, a time to live, or without consumers, nor in a run
 *     that failed; otherwise nothing is undelivered, lost or in the broker
 * @param exact false if more gaps had to be remembered than the ledger's memory holds; the counts are bounds then
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
        boolean lossKnown,
        boolean exact) {

    public static final LedgerCounts EMPTY = new LedgerCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, true);

    /** Deliveries owed that did not come by the end of the drain: lost, in the broker, or of unknown fate. */
    public long undelivered() {
        return lossKnown ? expected - delivered : 0;
    }

    /** Undelivered messages of which the broker did not say, or its protocol cannot, whether it still has them. */
    public long fateUnknown() {
        return undelivered() - lost - inBroker;
    }

    /** Whether {@link #lost} is the number of lost messages, and not only of those that are proven to be. */
    public boolean knowsLost() {
        return lossKnown && fateUnknown() == 0;
    }
}
