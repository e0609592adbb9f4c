package dev.dyno.result;

/** The latencies of a message, each from one instant of its life to another. All are recorded in ns. */
public enum Latency {
    /** Intended → handed to the client library. Only with a schedule. */
    SCHEDULE_DELAY("schedule-delay"),
    /** Handed over → the broker's acknowledgement. */
    SERVICE("service"),
    /** Intended → the broker's acknowledgement: the headline for publishing. */
    RESPONSE("response"),
    /** Handed over → received. */
    TRANSFER("transfer"),
    /** Intended → received: the headline for delivery. */
    END_TO_END("end-to-end"),
    /** One commit of a producer's transaction, from call to return. */
    COMMIT("commit"),
    /** One commit of a consumer's transaction, from call to return. */
    RECEIVE_COMMIT("receive-commit"),
    /**
     * The part of {@link #SCHEDULE_DELAY} that is Dyno's own: in which the message waited neither behind the limit of messages in
     * flight, nor in the client library, nor for a connection. Only with a schedule.
     */
    OWN_DELAY("own-delay");

    private final String tag;

    Latency(String tag) {
        this.tag = tag;
    }

    /** The name in files: an HDR log tag must have no space, or the log reader stops at it. */
    public String tag() {
        return tag;
    }
}
