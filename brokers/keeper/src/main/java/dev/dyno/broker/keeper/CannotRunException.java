package dev.dyno.broker.keeper;

/** A failure whose message is all that the user needs; where in the code it came up says nothing more. */
public final class CannotRunException extends Exception {

    private static final long serialVersionUID = 1L;

    public CannotRunException(String message) {
        super(message);
    }
}
