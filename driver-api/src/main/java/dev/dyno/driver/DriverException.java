package dev.dyno.driver;

/**
 * A failure that the user is told of in one line: its message holds the cause in the broker's or the library's words, without the
 * {@linkplain Secrets#remember secrets of the run}.
 */
public class DriverException extends Exception {

    private static final long serialVersionUID = 1L;

    public DriverException(String message) {
        super(Secrets.withoutRemembered(message));
    }

    public DriverException(String message, Throwable cause) {
        super(Secrets.withoutRemembered(message), cause);
    }
}
