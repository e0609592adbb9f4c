package dev.dyno.engine.record;

/**
 * How many messages the broker has said it has in all its queues. Brokers count now and then, so that what they say may be of a
 * moment before.
 *
 * @param atNs when it was asked, on the time source's clock
 */
public record BrokerCount(double messages, long atNs) {

    /**
     * What is said so long after the last change is taken to be of what is there: twice the longest time between two counts of a
     * managed broker.
     */
    static final long SETTLED_NS = 4_000_000_000L;

    /** A broker that has said something is waited for so long, until it says something of a backlog that stands. */
    public static final long WAIT_NS = 10_000_000_000L;

    /**
     * Whether it can be of a backlog that stands: it agrees with what is owed, or it differs for so long that it is not only late.
     *
     * @param owed deliveries, by the ledger
     * @param standsNs since when
     */
    public boolean isOf(long owed, long standsNs) {
        return atNs >= standsNs && (messages == owed || atNs >= standsNs + SETTLED_NS);
    }
}
