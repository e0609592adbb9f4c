package dev.dyno.driver;

/**
 * A refusal that each new connection would get, for example of a password, or of a queue that cannot be made with the given
 * settings. If broken connections are replaced, the second one in a row fails the run. A destination that is missing is no such
 * refusal: it may be there again later.
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
