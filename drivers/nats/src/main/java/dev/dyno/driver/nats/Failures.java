package dev.dyno.driver.nats;

import dev.dyno.driver.DriverException;
import io.nats.client.AuthenticationException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Turns what jnats throws into one line for the user. */
final class Failures {

    /** Causes are often wrapped three deep; beyond that they repeat themselves. */
    private static final int DEPTH = 8;

    private Failures() {}

    /** {@code what: the library's words: its cause's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new DriverException(
                what + ": " + words(failure) + (isRefused(failure) ? "; check user, password and permissions" : ""),
                failure);
    }

    private static boolean isRefused(Throwable failure) {
        @Nullable Throwable each = failure;
        for (int i = 0; i < DEPTH && each != null; i++) {
            if (each instanceof AuthenticationException) {
                return true;
            }
            each = each.getCause();
        }
        return false;
    }

    /** The messages of the chain of causes in one line, without those that say the same again. */
    static String words(Throwable failure) {
        List<String> parts = new ArrayList<>();
        @Nullable Throwable each = failure;
        for (int i = 0; i < DEPTH && each != null; i++) {
            if (!isWrapper(each)) {
                add(parts, oneLine(each));
            }
            each = each.getCause();
        }
        return parts.isEmpty() ? failure.getClass().getSimpleName() : String.join(": ", parts);
    }

    /** These say their cause's words with its class before them. */
    private static boolean isWrapper(Throwable failure) {
        return failure.getCause() != null
                && (failure instanceof CompletionException
                        || failure instanceof ExecutionException
                        || failure.getClass() == RuntimeException.class);
    }

    private static void add(List<String> parts, String words) {
        if (parts.stream().noneMatch(part -> part.contains(words))) {
            parts.removeIf(words::contains);
            parts.add(words);
        }
    }

    private static String oneLine(Throwable failure) {
        String message = failure.getMessage();
        String words = message == null ? "" : message.strip().replaceAll("\\s+", " ");
        if (words.isEmpty()) {
            return failure.getClass().getSimpleName();
        }
        // The sentence goes on after it.
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }
}
