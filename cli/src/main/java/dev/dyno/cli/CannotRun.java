package dev.dyno.cli;

/** A load could not begin, or its broker not end; the message is one sentence for the user. */
final class CannotRun extends Exception {

    private static final long serialVersionUID = 1L;

    CannotRun(String sentence) {
        super(sentence);
    }
}
