package dev.dyno.driver;

/** Way of acknowledging received messages to the broker. */
public enum AckMode {
    /** By the client library, each message before the next. */
    AUTO,
    /** By {@link Consumer#acknowledge}, all received so far. */
    CLIENT,
    /** By the client library, lazily; duplicates are allowed after a failure. */
    DUPS_OK,
    /** By {@link Consumer#acknowledge}, the last received message only. */
    INDIVIDUAL,
    /** By {@link Consumer#commit}, all received since the last commit. */
    TRANSACTED
}
