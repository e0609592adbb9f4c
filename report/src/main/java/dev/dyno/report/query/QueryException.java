package dev.dyno.report.query;

/** A statement that fails; the message is one sentence for the user. */
public final class QueryException extends Exception {

    QueryException(String sentence) {
        super(sentence);
    }

    QueryException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
