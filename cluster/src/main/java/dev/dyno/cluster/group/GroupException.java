package dev.dyno.cluster.group;

/**
 * Failure to open or join a group, failure of a call to a member, or refusal of a request by a member. The message is for the user:
 * what was given, what is allowed, what to do, or which member and why.
 */
public final class GroupException extends Exception {

    public GroupException(String message) {
        super(message);
    }

    public GroupException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The message with the name of the called member, once. */
    public String sentence(Member called) {
        String message = String.valueOf(getMessage()).replace(called + ": ", "");
        return message.contains(called.toString()) ? message : "worker " + called.name() + ": " + message;
    }
}
