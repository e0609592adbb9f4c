package dev.dyno.cluster.group;

/**
 * A group cannot be opened or joined. The message is for the user: what was given, what is allowed, what to do; of one that
 * was not let in, why not.
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
