package dev.dyno.broker.resource;

import dev.dyno.driver.PlainText;

/** Failure to read figures. The message is a sentence for the user, some of whose words may be those of a server. */
public final class ProbeException extends Exception {

    public ProbeException(String message) {
        super(PlainText.of(message));
    }

    public ProbeException(String message, Throwable cause) {
        super(PlainText.of(message), cause);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
