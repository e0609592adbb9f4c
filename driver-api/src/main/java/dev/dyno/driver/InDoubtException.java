package dev.dyno.driver;

/**
 * A failure of a send or commit that had no answer when its connection broke, in a client library that connects again by itself:
 * the broker may or may not have the messages. This failure does not end a load.
 */
public final class InDoubtException extends DriverException {

    public InDoubtException(String message, Throwable cause) {
        super(message, cause);
    }
}
