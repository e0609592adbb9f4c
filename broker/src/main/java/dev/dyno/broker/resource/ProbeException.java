package dev.dyno.broker.resource;

/** Failure to read figures. The message is a sentence for the user. */
public final class ProbeException extends Exception {

    public ProbeException(String message) {
        super(message);
    }

    public ProbeException(String message, Throwable cause) {
        super(message, cause);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
