package dev.dyno.driver;

/**
 * A failure of a destination that is unavailable for a time, for example because it has no leader, while the connection is sound.
 * If broken connections are replaced, this one is, too: a new one is complete only once its destinations are available.
 */
public final class UnavailableException extends DriverException {

    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
