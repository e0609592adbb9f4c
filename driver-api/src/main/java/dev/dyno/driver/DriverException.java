package dev.dyno.driver;

/**
 * A failure reported to the user in one line. Its message names the cause in the words of the broker or library, without the
 * {@linkplain Secrets#remember secrets of the run} and without {@linkplain PlainText control characters}.
 */
public class DriverException extends Exception {

    public DriverException(String message) {
        super(PlainText.of(Secrets.withoutRemembered(message)));
    }

    public DriverException(String message, Throwable cause) {
        super(PlainText.of(Secrets.withoutRemembered(message)), cause);
    }
}
