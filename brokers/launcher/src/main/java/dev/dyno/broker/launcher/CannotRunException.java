package dev.dyno.broker.launcher;

/** Failure whose message is all that the user needs, without a stack trace. */
public final class CannotRunException extends Exception {

    public CannotRunException(String message) {
        super(message);
    }
}
