package dev.dyno.cluster.group;

/** Refusal of a request by a member. The message is for the user of the requester. */
public final class RefusalException extends Exception {

    private static final long serialVersionUID = 1L;

    public RefusalException(String message) {
        super(message);
    }

    public RefusalException(String message, Throwable cause) {
        super(message, cause);
    }
}
