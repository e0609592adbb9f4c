package dev.dyno.driver;

/**
 * Messages that can still be delivered to a subscription, each counted in one place, and those that its client library dropped.
 *
 * @param atBroker messages that the broker reports for the subscription, the same number to each client that asks
 * @param fetched messages in addition that the client library has fetched for the subscription's consumers in this process, and not
 *     passed to a listener
 * @param dropped messages that the client library received for these consumers and dropped, because its own limit was reached; 0
 *     also if it does not count them
 */
public record MessagesLeft(long atBroker, long fetched, long dropped) {

    /** Answer of a broker that counts all of them. */
    public static MessagesLeft ofBroker(long messages) {
        return new MessagesLeft(messages, 0, 0);
    }

    /** Number of messages that can still be delivered. */
    public long total() {
        return atBroker + fetched;
    }

    /** Messages left for two subscriptions together. */
    public MessagesLeft plus(MessagesLeft ofAnother) {
        return new MessagesLeft(
                atBroker + ofAnother.atBroker, fetched + ofAnother.fetched, dropped + ofAnother.dropped);
    }

    /**
     * Messages left for one subscription by the answers of two of its clients. Of the broker's numbers the larger counts, because one
     * may be older than the other.
     */
    public MessagesLeft join(MessagesLeft ofAnotherClient) {
        return new MessagesLeft(
                Math.max(atBroker, ofAnotherClient.atBroker),
                fetched + ofAnotherClient.fetched,
                dropped + ofAnotherClient.dropped);
    }
}
