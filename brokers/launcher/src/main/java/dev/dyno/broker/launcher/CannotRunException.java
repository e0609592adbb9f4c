package dev.dyno.broker.launcher;

/** Failure whose message is all that the user needs, without a stack trace. */
public final class CannotRunException extends Exception {

    private static final long serialVersionUID = 1L;

    public CannotRunException(String message) {
        super(message);
    }
}
