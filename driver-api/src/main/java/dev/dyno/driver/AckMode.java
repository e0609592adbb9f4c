package dev.dyno.driver;

/** Way of acknowledging received messages to the broker. */
public enum AckMode {
    /** The driver acknowledges messages by itself after their delivery, one or several together ({@link AckWindow#batch}). */
    AUTO,
    /** {@link Consumer#acknowledge} acknowledges all messages received so far. */
    CLIENT,
    /** The driver acknowledges by itself, when it likes; after a failure messages may be delivered again. */
    DUPS_OK,
    /** {@link Consumer#acknowledge} acknowledges the last received message only. */
    INDIVIDUAL,
    /** {@link Consumer#commit} commits all messages received since the last commit. */
    TRANSACTED
}
