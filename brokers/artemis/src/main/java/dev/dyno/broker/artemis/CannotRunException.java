package dev.dyno.broker.artemis;

/** A failure whose message is all that the user needs; where in the code it came up says nothing more. */
final class CannotRunException extends Exception {

    private static final long serialVersionUID = 1L;

    CannotRunException(String message) {
        super(message);
    }
}
