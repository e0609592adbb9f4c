package dev.dyno.broker.andes;

/** A failure whose message is all that the user needs; where in the code it came up says nothing more. */
final class CannotRunException extends Exception {

    private static final long serialVersionUID = 1L;

    CannotRunException(String message) {
        super(message);
    }
}
