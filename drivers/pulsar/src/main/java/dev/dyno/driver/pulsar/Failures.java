package dev.dyno.driver.pulsar;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.apache.pulsar.client.api.PulsarClientException.AuthenticationException;
import org.apache.pulsar.client.api.PulsarClientException.AuthorizationException;

/** Turns exceptions of the client library into one line for the user. */
final class Failures {

    /** Wrapping that the library puts around the broker's words. */
    private static final Pattern ERROR_MESSAGE = Pattern.compile("\\{\"errorMsg\":\"(.*?)\",\\s?\"reqId\".*?\\}");

    private Failures() {}

    /** {@code what: the library's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        return Causes.of(failure).failure(what, Failures::message, Failures::advice);
    }

    /** Messages of the chain of causes in one line, without repetitions. */
    static String words(Throwable failure) {
        return Causes.of(failure).words(Failures::message);
    }

    private static String message(Throwable failure) {
        if (failure instanceof CompletionException || failure instanceof ExecutionException) {
            return "";
        }
        String words = ERROR_MESSAGE
                .matcher(Causes.message(failure))
                .replaceAll("$1")
                .replaceAll("(?:[a-z]+\\.)+([A-Z]\\w+(?:\\$\\w+)?): ", "");
        return failure instanceof UnknownHostException ? "unknown host " + words : Causes.oneLine(words);
    }

    private static String advice(Throwable failure) {
        return failure instanceof AuthenticationException || failure instanceof AuthorizationException
                ? "check user, password or token, and permissions"
                : "";
    }
}
