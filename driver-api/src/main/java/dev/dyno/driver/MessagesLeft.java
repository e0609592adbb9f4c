package dev.dyno.driver;

/**
 * Messages that can still be delivered to a subscription, each counted once, and messages that its client library dropped.
 *
 * @param atBroker messages that the broker reports for the subscription, the same number to each client that asks
 * @param fetched further messages, not in {@code atBroker}, that the client library has fetched for the subscription's consumers
 *     in this process and not yet passed to a listener
 * @param dropped messages that the client library received for these consumers and dropped, because its own limit was reached; 0
 *     also if it does not count them
 */
public record MessagesLeft(long atBroker, long fetched, long dropped) {

    /** Answer where the broker's number includes the messages that client libraries have fetched. */
    public static MessagesLeft ofBroker(long messages) {
        return new MessagesLeft(messages, 0, 0);
    }

    /** Number of messages that can still be delivered. */
    public long total() {
        return atBroker + fetched;
    }

    /** Sum for two different subscriptions. */
    public MessagesLeft plus(MessagesLeft ofAnother) {
        return new MessagesLeft(
                atBroker + ofAnother.atBroker, fetched + ofAnother.fetched, dropped + ofAnother.dropped);
    }

    /**
     * Messages left for one subscription, by the answers of two of its clients. The larger of the broker's two numbers counts,
     * because the other may be older.
     */
    public MessagesLeft join(MessagesLeft ofAnotherClient) {
        return new MessagesLeft(
                Math.max(atBroker, ofAnotherClient.atBroker),
                fetched + ofAnotherClient.fetched,
                dropped + ofAnotherClient.dropped);
    }
}
