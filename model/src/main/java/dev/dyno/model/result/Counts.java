package dev.dyno.model.result;

/**
 * What happened, in numbers of messages.
 *
 * @param sent handed to the client library
 * @param blocked of these, how many had to wait for the broker: at the limit of sends in flight, in the client library, or
 *     without a connection. With a schedule all messages that became due meanwhile, too
 * @param acknowledged acknowledged to the producer
 * @param received received by consumers, of this run
 * @param failed sends that failed; whether the broker has such a message is unknown
 * @param skipped slots of the schedule that were missed and left out
 * @param negative latencies below zero: the clocks of two hosts disagree. Not in any histogram
 * @param foreignClock received messages that were timestamped by a clock that ours cannot be compared with
 * @param sentBytes of the bodies of messages that were sent; 0 in a run of a version that did not count them, as the next
 * @param receivedBytes of the bodies of messages that were received
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
