package dev.dyno.driver.nats;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import io.nats.client.AuthenticationException;

/** Turns what jnats throws into one line for the user. */
final class Failures {

    private Failures() {}

    /** {@code what: the library's words: its cause's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Causes.of(failure)
                .failure(
                        what,
                        Failures::message,
                        each -> each instanceof AuthenticationException ? "check user, password and permissions" : "");
    }

    /** The messages of the chain of causes in one line, without those that say the same again. */
    static String words(Throwable failure) {
        return Causes.of(failure).words(Failures::message);
    }

    private static String message(Throwable failure) {
        boolean wraps = Causes.isWrapper(failure)
                || (failure.getCause() != null && failure.getClass() == RuntimeException.class);
        return wraps ? "" : Causes.message(failure);
    }
}
