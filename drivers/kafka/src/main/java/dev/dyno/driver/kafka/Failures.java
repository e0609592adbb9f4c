package dev.dyno.driver.kafka;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Turns exceptions of the client library into one line for the user. */
final class Failures {

    private Failures() {}

    /** Failure as {@code what: the library's words: its cause's words; what to do}. A {@link DriverException} stays as it is. */
    static DriverException of(String what, Throwable failure) {
        return failure instanceof DriverException known
                ? known
                : Causes.of(failure).failure(what, Failures::message, Failures::advice, Failures::isRefusal);
    }

    /** Messages of the chain of causes in one line, without repetitions. */
    static String words(Throwable failure) {
        return Causes.of(failure).words(Failures::message);
    }

    private static String message(Throwable failure) {
        return failure instanceof ExecutionException ? "" : Causes.message(failure);
    }

    /** Checks for a failure that would happen on each new connection, too. A missing topic, leader or replica is temporary. */
    private static boolean isRefusal(Throwable failure) {
        return failure instanceof AuthenticationException
                || failure instanceof AuthorizationException
                || failure instanceof InvalidTopicException
                || failure instanceof PolicyViolationException
                || failure instanceof UnsupportedVersionException;
    }

    private static String advice(Throwable failure) {
        return failure instanceof AuthenticationException
                ? "check user, password, sasl.mechanism and the tls settings"
                : failure instanceof AuthorizationException ? "check the permissions of the user" : "";
    }

    /**
     * Removes the library's handlers of errors that end its threads, so that the default handler of the process receives them.
     * The library would only log the error, and then answer nothing more.
     */
    static void leaveThoseOfThreads() {
        Thread[] threads = new Thread[2 * Thread.activeCount()];
        for (int i = Thread.enumerate(threads) - 1; i >= 0; i--) {
            if (threads[i].getName().startsWith("kafka-")) {
                threads[i].setUncaughtExceptionHandler(null);
            }
        }
    }

    /**
     * Result of a call of the library.
     *
     * @throws ExecutionException if the call failed, with the cause
     * @throws InterruptException if the thread was interrupted; its interrupt flag stays set
     */
    static <T> T get(Future<T> future) throws ExecutionException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
