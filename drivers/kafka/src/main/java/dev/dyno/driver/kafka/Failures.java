package dev.dyno.driver.kafka;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** Turns what the client library throws into one line for the user. */
final class Failures {

    private Failures() {}

    /** {@code what: the library's words: its cause's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        if (failure instanceof DriverException known) {
            return known;
        }
        return new DriverException(
                what + ": " + words(failure)
                        + advice(failure).map(text -> "; " + text).orElse(""),
                failure);
    }

    /** The messages of the chain of causes in one line, without those that say the same again. */
    static String words(Throwable failure) {
        return Causes.of(failure).words(each -> each instanceof ExecutionException ? "" : Causes.message(each));
    }

    private static Optional<String> advice(Throwable failure) {
        if (find(failure, AuthenticationException.class) != null) {
            return Optional.of("check user, password, sasl.mechanism and the tls settings");
        }
        if (find(failure, AuthorizationException.class) != null) {
            return Optional.of("check the permissions of the user");
        }
        return Optional.empty();
    }

    /** The first of that type in the chain of causes; null if there is none. */
    static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        return Causes.of(failure).first(type).orElse(null);
    }

    /**
     * The result of a call of the library.
     *
     * @throws ExecutionException what it failed with
     * @throws InterruptException if the thread was interrupted, which stays set
     */
    static <T> T get(Future<T> future) throws ExecutionException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
