package dev.dyno.driver.nats;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.UnavailableException;
import io.nats.client.AuthenticationException;
import io.nats.client.JetStreamApiException;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Turns exceptions of jnats into one line for the user. */
final class Failures {

    private static final int UNAVAILABLE = 503;
    /** Error code of a full stream, which the server also calls unavailable, whichever limit is reached. */
    private static final int STREAM_IS_FULL = 10_077;

    private static final String NO_RESPONDERS = UNAVAILABLE + " No Responders";

    /** Error code if another stream has the name of the one to be made. */
    private static final int NAME_IN_USE = 10_058;

    /**
     * Matches the server's words if each new connection would get them again. Other failures are temporary, for example at a
     * limit.
     */
    private static final Predicate<String> REFUSAL = Pattern.compile(
                    "(permissions violation|authorization violation|(user|account) authentication).*",
                    Pattern.CASE_INSENSITIVE)
            .asMatchPredicate();

    private Failures() {}

    /** Failure as {@code what: the library's words: its cause's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Causes.of(failure)
                .failure(
                        what,
                        Failures::message,
                        each -> each instanceof AuthenticationException ? "check user, password and permissions" : "",
                        each -> each instanceof AuthenticationException
                                || (each instanceof JetStreamApiException e && e.getApiErrorCode() == NAME_IN_USE));
    }

    /** Failure for an error that the server reported outside of an answer to a request. */
    static DriverException ofServer(String words) {
        String sentence = "the server refused: " + words;
        return REFUSAL.test(words) ? new RefusedException(sentence) : new DriverException(sentence);
    }

    /** Failure of a send, worded by {@link #of}; an {@link UnavailableException} if no server can store the message now. */
    static DriverException ofSend(String what, Throwable failure) {
        DriverException plain = of(what, failure);
        boolean unavailable = Causes.of(failure).chain().stream()
                .anyMatch(cause -> cause instanceof JetStreamApiException refused
                        ? refused.getErrorCode() == UNAVAILABLE && refused.getApiErrorCode() != STREAM_IS_FULL
                        : String.valueOf(cause.getMessage()).contains(NO_RESPONDERS));
        return unavailable
                ? new UnavailableException(
                        plain.getMessage() + "; the stream has no leader now, or was removed", failure)
                : plain;
    }

    /** Messages of the chain of causes in one line, without repetitions. */
    static String words(Throwable failure) {
        return Causes.of(failure).words(Failures::message);
    }

    private static String message(Throwable failure) {
        return Causes.isWrapper(failure) ? "" : Causes.message(failure);
    }
}
