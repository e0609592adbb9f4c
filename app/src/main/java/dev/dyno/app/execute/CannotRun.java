package dev.dyno.app.execute;

/** Failure to begin a load or to end its broker. The message is one sentence for the user. */
public final class CannotRun extends Exception {

    private static final long serialVersionUID = 1L;

    public CannotRun(String sentence) {
        super(sentence);
    }
}
