package dev.dyno.cluster.group;

/** A member does not do what it was asked. The message is for the user of the one that asked. */
public final class RefusalException extends Exception {

    private static final long serialVersionUID = 1L;

    public RefusalException(String message) {
        super(message);
    }

    public RefusalException(String message, Throwable cause) {
        super(message, cause);
    }
}
