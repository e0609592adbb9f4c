package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns what a provider throws into one line for the user. */
final class Failures {

    /** Causes are often wrapped three deep; beyond that they repeat themselves. */
    private static final int DEPTH = 8;

    private Failures() {}

    /** {@code what: the provider's words: its cause's words; what to do}. */
    static DriverException of(String what, Throwable failure) {
        return new DriverException(
                what + ": " + words(failure)
                        + advice(failure).map(text -> "; " + text).orElse(""),
                failure);
    }

    /** The messages of the chain of causes in one line, without those that say the same again. */
    static String words(Throwable failure) {
        List<String> parts = new ArrayList<>();
        Throwable each = failure;
        for (int i = 0; i < DEPTH && each != null; i++) {
            add(parts, oneLine(each));
            each = cause(each);
        }
        return String.join(": ", parts);
    }

    private static void add(List<String> parts, String words) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).contains(words)) {
                return;
            }
            if (words.contains(parts.get(i))) {
                parts.set(i, words);
                return;
            }
        }
        parts.add(words);
    }

    private static String oneLine(Throwable failure) {
        String message = failure.getMessage();
        String words = message == null ? "" : message.strip().replaceAll("\\s+", " ");
        if (failure instanceof ClassNotFoundException || failure instanceof NoClassDefFoundError) {
            return "class " + words.replace('/', '.') + " not found";
        }
        if (words.isEmpty()) {
            return failure.getClass().getSimpleName();
        }
        // The sentence goes on after it.
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }

    private static @Nullable Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        if (cause == null && failure instanceof JMSException jms) {
            return jms.getLinkedException();
        }
        return cause;
    }

    private static Optional<String> advice(Throwable failure) {
        Throwable each = failure;
        for (int i = 0; i < DEPTH && each != null; i++) {
            if (each instanceof JMSSecurityException) {
                return Optional.of("check user, password and permissions");
            }
            if (each instanceof InvalidClientIDException) {
                return Optional.of("another connection may be using this client id");
            }
            if (each instanceof ClassNotFoundException || each instanceof NoClassDefFoundError) {
                return Optional.of("add the provider's jars");
            }
            each = cause(each);
        }
        return Optional.empty();
    }
}
