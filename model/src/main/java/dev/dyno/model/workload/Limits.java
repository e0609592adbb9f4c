package dev.dyno.model.workload;

/** Bounds of what a workload can ask for. */
public final class Limits {

    /** The smallest message body: the head that is written into each. */
    public static final int MIN_MESSAGE_BYTES = 48;

    /** The largest message body; each producer holds one in memory. */
    public static final int MAX_MESSAGE_BYTES = 64 << 20;

    /** The most sends in flight per producer that can be asked for. */
    public static final int MAX_PENDING = 1 << 20;

    /** The most destinations, producers or consumers that can be asked for in one place. */
    public static final int MAX_CLIENTS = 100_000;

    /** The most keys of messages that can be asked for; each is held in memory. */
    public static final int MAX_KEYS = 1_000_000;

    /** The most different payloads that can be asked for; each is held in memory. */
    public static final int MAX_PAYLOADS = 1_000_000;

    /** The most bytes that the payloads of a group may have together. */
    public static final long MAX_PAYLOAD_BYTES = 1L << 30;

    private Limits() {}
}
