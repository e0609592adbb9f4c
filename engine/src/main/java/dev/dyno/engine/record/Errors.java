package dev.dyno.engine.record;

/** Sentences for errors of the JVM, most of which are shortages that a user can fix. */
public final class Errors {

    private Errors() {}

    /** One line that names the shortage or error, and says what to do where that is known. */
    public static String sentenceOf(Error error) {
        String message = error.getMessage() == null ? "" : error.getMessage();
        if (error instanceof OutOfMemoryError) {
            return message.contains("native thread")
                    ? "the system gave Dyno no more threads (" + message
                            + "); raise ulimit -u or the limit of its container, or lower the number of clients"
                    : "Dyno had no more memory (" + message
                            + "); give it more, for example by JAVA_ARGS=-Xmx4g, or lower the number of clients or"
                            + " max-pending";
        }
        String name = error.getClass().getSimpleName();
        return message.isBlank() ? name : name + ": " + message;
    }
}
