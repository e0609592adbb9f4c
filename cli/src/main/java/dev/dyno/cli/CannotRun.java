package dev.dyno.cli;

/** Failure to begin a load or to end its broker. The message is one sentence for the user. */
final class CannotRun extends Exception {

    private static final long serialVersionUID = 1L;

    CannotRun(String sentence) {
        super(sentence);
    }
}
