package dev.dyno.driver;

/**
 * A refusal that each new connection would get, too, for example of a password, or of a queue that the broker cannot make with
 * the given settings. Where broken connections are replaced, the second refusal in a row fails the run. A missing destination is
 * not reported as this exception, because it may exist again later.
 */
public final class RefusedException extends DriverException {

    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
        super(message);
    }

    public RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
