package dev.dyno.result;

/**
 * The ledger's account of every message of the run, per subscription and exact unless {@code exact} says otherwise.
 *
 * @param expected deliveries owed: acknowledged messages times the subscriptions that had to get them
 * @param delivered of those, the ones that came, each counted once
 * @param lost acknowledged but not received when the drain ended; without knowledge of the producers (a consumer alone):
 *     gaps below the highest sequence seen
 * @param duplicate deliveries of a message to a subscription that had it already
 * @param reordered deliveries to a consumer after a later message of the same producer
 * @param corrupt messages with a wrong checksum or an unreadable head
 * @param stale messages of another run
 * @param inDoubt messages whose send failed, or had no acknowledgement at the end: neither owed nor lost
 * @param inDoubtDelivered deliveries of those
 * @param notOwed deliveries that a subscription which is not durable has missed while its connection was broken: it did not exist
 *     then, so they are neither owed nor lost
 * @param lossKnown whether {@code lost} could be judged: not with a selector, a time to live, or without consumers,
 *     nor while the broker is away
 * @param exact false if more gaps had to be remembered than the ledger's memory holds; the counts are bounds then
 */
public record LedgerCounts(
        long expected,
        long delivered,
        long lost,
        long duplicate,
        long reordered,
        long corrupt,
        long stale,
        long inDoubt,
        long inDoubtDelivered,
        long notOwed,
        boolean lossKnown,
        boolean exact) {

    public static final LedgerCounts EMPTY = new LedgerCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, true);
}
