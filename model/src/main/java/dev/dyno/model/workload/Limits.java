package dev.dyno.model.workload;

/** Bounds of what a workload can ask for. */
public final class Limits {

    /** Size of the smallest message body in bytes: the head that is written into each. */
    public static final int MIN_MESSAGE_BYTES = 48;

    /** Size of the largest message body in bytes; each producer holds one in memory. */
    public static final int MAX_MESSAGE_BYTES = 64 << 20;

    /** Maximum number of sends in flight per producer. */
    public static final int MAX_PENDING = 1 << 20;

    /**
     * Maximum number of sends in flight, of all producers or of a group that asks for a share of held, during a search for the
     * highest rate of a broker. If an acknowledgement takes 1 ms, it allows 20,000,000/s, so that the limit found is the
     * broker's. Further messages wait in Dyno, where a change of the rate drops them.
     */
    public static final int SEARCH_IN_FLIGHT = 20_000;

    /** Maximum number of destinations, producers or consumers in one setting. */
    public static final int MAX_CLIENTS = 100_000;

    /** Maximum number of keys; each is held in memory. */
    public static final int MAX_KEYS = 1_000_000;

    /** Maximum number of different payloads; each is held in memory. */
    public static final int MAX_PAYLOADS = 1_000_000;

    /** Maximum total of the payloads of a group, in bytes. */
    public static final long MAX_PAYLOAD_BYTES = 1L << 30;

    private Limits() {}
}
