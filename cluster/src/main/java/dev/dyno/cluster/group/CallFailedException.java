package dev.dyno.cluster.group;

/** A call to a member was not answered. The message is for the user: who, and why. */
public final class CallFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    public CallFailedException(String message) {
        super(message);
    }

    public CallFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
