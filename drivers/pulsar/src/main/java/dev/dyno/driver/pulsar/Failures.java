package dev.dyno.driver.pulsar;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.apache.pulsar.client.api.PulsarClientException.AuthenticationException;
import org.apache.pulsar.client.api.PulsarClientException.AuthorizationException;
import org.apache.pulsar.client.api.PulsarClientException.IncompatibleSchemaException;
import org.apache.pulsar.client.api.PulsarClientException.NotAllowedException;
import org.apache.pulsar.client.api.PulsarClientException.TopicTerminatedException;

/** Turns exceptions of the client library into one line for the user. */
final class Failures {

    /** Wrapping that the library puts around the broker's words. */
    private static final Pattern ERROR_MESSAGE = Pattern.compile("\\{\"errorMsg\":\"(.*?)\",\\s?\"reqId\".*?\\}");

    private Failures() {}

    /** Failure as {@code what: the library's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        return Causes.of(failure).failure(what, Failures::message, Failures::advice, Failures::isRefusal);
    }

    /** Messages of the chain of causes in one line, without repetitions. */
    static String words(Throwable failure) {
        return Causes.of(failure).words(Failures::message);
    }

    static String message(Throwable failure) {
        if (failure instanceof CompletionException || failure instanceof ExecutionException) {
            return "";
        }
        String words = ERROR_MESSAGE
                .matcher(Causes.message(failure))
                .replaceAll("$1")
                .replaceAll("(?:[a-z]+\\.)+([A-Z]\\w+(?:\\$\\w+)?): ", "");
        return failure instanceof UnknownHostException ? "unknown host " + words : Causes.oneLine(words);
    }

    /**
     * Checks for a failure that would happen on each new connection, too. A missing topic, or one in use by others, is temporary.
     */
    private static boolean isRefusal(Throwable failure) {
        return isOfRights(failure)
                || failure instanceof NotAllowedException
                || failure instanceof IncompatibleSchemaException
                || failure instanceof TopicTerminatedException;
    }

    private static boolean isOfRights(Throwable failure) {
        return failure instanceof AuthenticationException || failure instanceof AuthorizationException;
    }

    private static String advice(Throwable failure) {
        return isOfRights(failure) ? "check user, password or token, and permissions" : "";
    }
}
