package dev.dyno.model.result;

import java.util.Arrays;
import java.util.Optional;

/** The latencies of a run, most of them from one instant in the life of a message to another. All are recorded in ns. */
public enum Latency {
    /** Intended → handed to the client library. Only with a schedule. */
    SEND_DELAY("send-delay", "send delay", "intended to handed to the client library"),
    /** Handed over → the broker's acknowledgement. */
    SEND_ACK("send-ack", "send ack", "handed over to acknowledged"),
    /** Intended → the broker's acknowledgement: the headline for publishing. */
    RESPONSE("response", "response", "intended to acknowledged"),
    /** Handed over → received. */
    TRANSFER("transfer", "transfer", "handed over to received"),
    /** Intended → received: the headline for delivery. */
    END_TO_END("end-to-end", "end-to-end", "intended to received"),
    /** Intended → the reply received, for messages that are requests. */
    ROUND_TRIP("round-trip", "round trip", "intended to its reply received"),
    /** First attempt of a client to connect → it can send; only where clients come and go. */
    CONNECT("connect", "connect", "first attempt to connect to ready to send"),
    /** Duration of one commit of a producer's transaction. */
    COMMIT("commit", "commit", "one commit of a producer"),
    /** Duration of one commit of a consumer's transaction. */
    RECEIVE_COMMIT("receive-commit", "receive commit", "one commit of a consumer"),
    /**
     * Dyno's own part of {@link #SEND_DELAY}: the time in which the message waited neither at the limit of messages in flight,
     * nor in the client library, nor for a connection. Only with a schedule.
     */
    OWN_DELAY("own-delay", "own delay", "part of the send delay in which Dyno did not wait for the broker"),
    /** The other part of {@link #SEND_DELAY}: back-pressure, of the messages that waited for the broker. Only with a schedule. */
    BLOCKED_TIME("blocked-time", "blocked time", "of the send delay, the wait for the broker, if there was one"),
    /**
     * Timestamp of a message of another program → received, in steps of 1 ms. Not part of {@link #END_TO_END}, because it
     * compares two wall clocks.
     */
    BY_TIMESTAMP(
            "by-timestamp", "end-to-end by timestamp", "timestamp of a message of another program to received, in ms");

    private final String tag;
    private final String title;
    private final String meaning;

    Latency(String tag, String title, String meaning) {
        this.tag = tag;
        this.title = title;
        this.meaning = meaning;
    }

    /** Name in files: an HDR log tag must have no space, or the log reader stops at it. */
    public String tag() {
        return tag;
    }

    /** Name shown to users. */
    public String title() {
        return title;
    }

    /** {@link #title} at the start of a heading. */
    public String heading() {
        return Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }

    /** The two instants of the latency, in words. */
    public String meaning() {
        return meaning;
    }

    public static Optional<Latency> find(String tag) {
        return Arrays.stream(values())
                .filter(latency -> latency.tag.equals(tag))
                .findFirst();
    }
}
