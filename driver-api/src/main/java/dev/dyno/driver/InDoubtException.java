package dev.dyno.driver;

/**
 * A failure of a send or commit that was not answered before its connection broke, where the client library makes another connection by
 * itself: the broker may have the messages or not. It does not end a load.
 */
public final class InDoubtException extends DriverException {

    public InDoubtException(String message, Throwable cause) {
        super(message, cause);
    }
}
