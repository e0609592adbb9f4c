package dev.dyno.driver;

/**
 * A failure of a send to a destination that is unavailable for a time, for example because it has no leader, while the connection
 * works. Where broken connections are replaced, this connection is replaced, too: the new one counts as restored only when its
 * destinations are available.
 */
public final class UnavailableException extends DriverException {

    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
