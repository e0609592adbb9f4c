package dev.dyno.cluster.group;

/**
 * Failure to open or join a group. The message is for the user: what was given, what is allowed, what to do, or the reason of a
 * refusal.
 */
public class GroupException extends Exception {

    private static final long serialVersionUID = 1L;

    public GroupException(String message) {
        super(message);
    }

    public GroupException(String message, Throwable cause) {
        super(message, cause);
    }
}
