package dev.dyno.model.result;

/**
 * Numbers of messages, by event.
 *
 * @param sent handed to the client library
 * @param blocked messages that had to wait for the broker: at the limit of sends in flight, in the client library, or without a
 *     connection. With a schedule they include all that became due during such a wait, sent or skipped
 * @param acknowledged messages acknowledged to the producer
 * @param received messages received by consumers, at their first delivery to a subscription: those of this run; in a load without
 *     producers also those of other programs, and of other runs if the load accepts them
 * @param failed sends that failed; the broker may have these messages or not
 * @param skipped slots of the schedule that were missed and left out
 * @param negative latencies below zero, which are in no histogram: the clocks of two hosts disagree
 * @param foreignClock received messages with times of a clock that cannot be compared with that of the receiver
 * @param sentBytes bytes of the bodies of sent messages; 0 in a run of a version that did not count bytes
 * @param receivedBytes bytes of the bodies of all deliveries, repeated ones included; 0 in a run of a version that did not
 *     count bytes
 */
public record Counts(
        long sent,
        long blocked,
        long acknowledged,
        long received,
        long failed,
        long skipped,
        long negative,
        long foreignClock,
        long sentBytes,
        long receivedBytes) {

    public static final Counts ZERO = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Counts of a load so far.
     *
     * @param ns instant, from the start of the load
     * @param ledger account of the deliveries so far: no message counts as undelivered, and only those sent before the last
     *     arrival are expected
     */
    public record At(long ns, Counts counts, LedgerCounts ledger) {

        /** Counts before the load. */
        public static final At START = new At(0, ZERO, LedgerCounts.EMPTY);
    }

    /** Deliveries owed and not received, given how many each message owes; at least 0, also with messages in doubt. */
    public long outstanding(long deliveriesOfEach) {
        return Math.max(0, deliveriesOfEach * (sent - failed) - received);
    }

    /** A copy without the received messages that have turned out to be repeated deliveries. */
    public Counts lessReceived(long messages) {
        return plus(new Counts(0, 0, 0, -messages, 0, 0, 0, 0, 0, 0));
    }

    public Counts plus(Counts other) {
        return new Counts(
                sent + other.sent,
                blocked + other.blocked,
                acknowledged + other.acknowledged,
                received + other.received,
                failed + other.failed,
                skipped + other.skipped,
                negative + other.negative,
                foreignClock + other.foreignClock,
                sentBytes + other.sentBytes,
                receivedBytes + other.receivedBytes);
    }
}
