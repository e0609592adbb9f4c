package dev.dyno.cluster.group;

/** Failure of a call to a member. The message is for the user: which member, and why. */
public final class CallFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    public CallFailedException(String message) {
        super(message);
    }

    public CallFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The message with the name of the called member, once. */
    public String sentence(Member called) {
        String message = String.valueOf(getMessage());
        String answer = called + ": ";
        if (message.startsWith(answer)) {
            return "worker " + called.name() + ": " + message.substring(answer.length());
        }
        return message.contains(called.toString()) ? message : "worker " + called.name() + ": " + message;
    }
}
