package dev.dyno.report.query;

/** A statement that fails; the message is one sentence for the user. */
public final class QueryException extends Exception {

    private static final long serialVersionUID = 1;

    QueryException(String sentence) {
        super(sentence);
    }

    QueryException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
