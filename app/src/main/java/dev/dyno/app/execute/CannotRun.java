package dev.dyno.app.execute;

/** Failure to begin a load or to end its broker. The message is one sentence for the user. */
public final class CannotRun extends Exception {

    private final int status;

    public CannotRun(String sentence) {
        this(sentence, Exit.FAILED);
    }

    /** @param status of a command that carries out this load only */
    CannotRun(String sentence, int status) {
        super(sentence);
        this.status = status;
    }

    /** Exit status of a command that carries out this load only. */
    public int status() {
        return status;
    }
}
