package dev.dyno.engine.record;

/**
 * Number of messages in all queues, as reported by the broker. Brokers count now and then, so the number may be of an earlier
 * moment.
 *
 * @param atNs time of the question, on the time source's clock
 */
public record BrokerCount(double messages, long atNs) {

    /**
     * Age in ns of the last change from which the broker's count is taken as up to date: twice the longest time between two
     * counts of a managed broker.
     */
    static final long SETTLED_NS = 4_000_000_000L;

    /** Longest wait, in ns, for a broker that has reported a count, until it reports that of the complete backlog. */
    public static final long WAIT_NS = 10_000_000_000L;

    /**
     * Whether the count can be of the complete backlog: it agrees with what is owed, or has differed for too long to be only
     * late.
     *
     * @param owed deliveries, by the ledger
     * @param standsNs time at which the backlog was complete
     */
    public boolean isOf(long owed, long standsNs) {
        return atNs >= standsNs && (messages == owed || atNs >= standsNs + SETTLED_NS);
    }
}
