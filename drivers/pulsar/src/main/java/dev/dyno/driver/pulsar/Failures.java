package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pulsar.client.api.PulsarClientException.AuthenticationException;
import org.apache.pulsar.client.api.PulsarClientException.AuthorizationException;
import org.jspecify.annotations.Nullable;

/** Turns what the client library throws into one line for the user. */
final class Failures {

    /** Causes are often wrapped three deep; beyond that they repeat themselves. */
    private static final int DEPTH = 8;

    /** How the library wraps what the broker said. */
    private static final Pattern ERROR_MESSAGE = Pattern.compile("\\{\"errorMsg\":\"(.*?)\",\\s?\"reqId\".*?\\}");

    private Failures() {}

    /** {@code what: the library's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        String advice = isOfSecurity(failure) ? "; check user, password or token, and permissions" : "";
        return new DriverException(what + ": " + words(failure) + advice, failure);
    }

    /** The messages of the chain of causes in one line, without those that say the same again. */
    static String words(Throwable failure) {
        List<String> parts = new ArrayList<>();
        Throwable each = failure;
        for (int i = 0; i < DEPTH && each != null; i++) {
            if (!(each instanceof CompletionException) && !(each instanceof ExecutionException)) {
                String words = oneLine(each);
                if (parts.stream().noneMatch(part -> part.contains(words))) {
                    parts.removeIf(words::contains);
                    parts.add(words);
                }
            }
            each = each.getCause();
        }
        return parts.isEmpty() ? oneLine(failure) : String.join(": ", parts);
    }

    private static String oneLine(Throwable failure) {
        @Nullable String message = failure.getMessage();
        String words = message == null ? "" : message.strip().replaceAll("\\s+", " ");
        Matcher wrapped = ERROR_MESSAGE.matcher(words);
        words = wrapped.replaceAll("$1").replaceAll("(?:[a-z]+\\.)+([A-Z]\\w+(?:\\$\\w+)?): ", "");
        if (words.isEmpty()) {
            return failure.getClass().getSimpleName();
        }
        if (failure instanceof UnknownHostException) {
            return "unknown host " + words;
        }
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }

    private static boolean isOfSecurity(Throwable failure) {
        Throwable each = failure;
        for (int i = 0; i < DEPTH && each != null; i++) {
            if (each instanceof AuthenticationException || each instanceof AuthorizationException) {
                return true;
            }
            each = each.getCause();
        }
        return false;
    }
}
