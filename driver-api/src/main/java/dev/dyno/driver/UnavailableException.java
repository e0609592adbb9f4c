package dev.dyno.driver;

/**
 * A failure of a destination that cannot be used for a time, for instance because it has no leader, while the connection is sound.
 * Where broken connections are replaced, this one is, too: the new one is not complete before its destinations can be used.
 */
public final class UnavailableException extends DriverException {

    private static final long serialVersionUID = 1L;

    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
