package dev.dyno.driver;

/**
 * Messages that can still be delivered to a subscription, each counted in one place.
 *
 * @param atBroker messages that the broker reports for the subscription, the same number to each client that asks
 * @param fetched messages in addition that the client library has fetched for the subscription's consumers in this process, and not
 *     passed to a listener
 */
public record MessagesLeft(long atBroker, long fetched) {

    /** Answer of a broker that counts all of them. */
    public static MessagesLeft ofBroker(long messages) {
        return new MessagesLeft(messages, 0);
    }

    public long total() {
        return atBroker + fetched;
    }

    /** Messages left for two subscriptions together. */
    public MessagesLeft plus(MessagesLeft ofAnother) {
        return new MessagesLeft(atBroker + ofAnother.atBroker, fetched + ofAnother.fetched);
    }

    /**
     * Messages left for one subscription by the answers of two of its clients. Of the broker's numbers the larger counts, because one
     * may be older than the other.
     */
    public MessagesLeft join(MessagesLeft ofAnotherClient) {
        return new MessagesLeft(Math.max(atBroker, ofAnotherClient.atBroker), fetched + ofAnotherClient.fetched);
    }
}
