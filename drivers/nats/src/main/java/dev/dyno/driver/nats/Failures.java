package dev.dyno.driver.nats;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import io.nats.client.AuthenticationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Turns what jnats throws into one line for the user. */
final class Failures {

    private Failures() {}

    /** {@code what: the library's words: its cause's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        Causes causes = Causes.of(failure);
        String advice =
                causes.first(AuthenticationException.class).isPresent() ? "; check user, password and permissions" : "";
        return new DriverException(what + ": " + words(causes) + advice, failure);
    }

    /** The messages of the chain of causes in one line, without those that say the same again. */
    static String words(Throwable failure) {
        return words(Causes.of(failure));
    }

    private static String words(Causes causes) {
        return causes.words(each -> isWrapper(each) ? "" : Causes.message(each));
    }

    /** These say their cause's words with its class before them. */
    private static boolean isWrapper(Throwable failure) {
        return failure.getCause() != null
                && (failure instanceof CompletionException
                        || failure instanceof ExecutionException
                        || failure.getClass() == RuntimeException.class);
    }
}
