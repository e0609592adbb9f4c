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

    /** The message with the name of the member that was called, once. */
    public String sentence(Member called) {
        String message = String.valueOf(getMessage());
        String answer = called + ": ";
        if (message.startsWith(answer)) {
            return "worker " + called.name() + ": " + message.substring(answer.length());
        }
        return message.contains(called.toString()) ? message : "worker " + called.name() + ": " + message;
    }
}
