package dev.dyno.driver;

import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An exception of a client library with its causes, outermost first; {@link DriverException} reports it in one line.
 *
 * @param chain the exception, its cause, the cause of that, and so on; not empty
 */
public record Causes(List<Throwable> chain) {

    /** Advice for a refused connection: nothing listens at the address. */
    public static final String NOT_LISTENING = "check that the broker runs and listens at this address";

    /**
     * Maximum number of exceptions in a chain. Libraries often wrap a cause three times; a longer chain usually repeats itself.
     */
    private static final int DEPTH = 8;

    public Causes {
        chain = List.copyOf(chain);
    }

    public static Causes of(Throwable failure) {
        return of(failure, each -> Optional.ofNullable(each.getCause()));
    }

    /** @param cause returns the cause of an exception, for a library that keeps some outside {@link Throwable#getCause} */
    public static Causes of(Throwable failure, Function<Throwable, Optional<Throwable>> cause) {
        List<Throwable> chain = new ArrayList<>();
        Optional<Throwable> each = Optional.of(failure);
        while (each.isPresent() && chain.size() < DEPTH) {
            chain.add(each.get());
            each = cause.apply(each.get());
        }
        return new Causes(chain);
    }

    /** First failure of the given type. */
    public <T extends Throwable> Optional<T> first(Class<T> type) {
        return chain.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /**
     * The messages of all failures in words of the driver, in one line without repetitions; the outermost message if there are no
     * such words.
     *
     * @param words returns the driver's words for one failure; empty = the failure adds nothing to the others
     */
    public String words(Function<Throwable, String> words) {
        List<String> parts = new ArrayList<>();
        for (Throwable each : chain) {
            add(parts, words.apply(each));
        }
        // Some messages contain the address as the user gave it, with a password.
        return Secrets.inText(parts.isEmpty() ? message(chain.get(0)) : String.join(": ", parts));
    }

    /**
     * The exception for the user: {@code what: words; advice}, or {@code what:} and {@link Tls#complaint} if there is one. A
     * refused connection gets the advice {@link #NOT_LISTENING}, unless the driver has another. The exception is a
     * {@link RefusedException} if one of the failures is a refusal, or if there is a complaint about the broker's certificate.
     *
     * @param words returns the driver's words for one failure; empty = the failure adds nothing to the others
     * @param advice returns the advice on one failure; empty = none. The first one in the chain is used
     * @param refusal whether each new connection would have this failure
     */
    public DriverException failure(
            String what,
            Function<Throwable, String> words,
            Function<Throwable, String> advice,
            Predicate<Throwable> refusal) {
        String todo = chain.stream()
                .map(advice)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .or(() -> first(ConnectException.class).map(refused -> NOT_LISTENING))
                .map(text -> "; " + text)
                .orElse("");
        Optional<String> complaint = Tls.complaint(this);
        String sentence = what + ": " + complaint.orElseGet(() -> words(words) + todo);
        boolean refused = complaint.isPresent()
                || first(RefusedException.class).isPresent()
                || chain.stream().anyMatch(refusal);
        return refused ? new RefusedException(sentence, chain.get(0)) : new DriverException(sentence, chain.get(0));
    }

    /** Whether a failure has a cause, and no message but the class and the message of that cause. */
    public static boolean isWrapper(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause != null
                && (failure.getMessage() == null || failure.getMessage().equals(cause.toString()));
    }

    private static void add(List<String> parts, String words) {
        if (!words.isEmpty() && parts.stream().noneMatch(part -> part.contains(words))) {
            parts.removeIf(words::contains);
            parts.add(words);
        }
    }

    /** Message of one failure in one line, or else its class. Without a full stop, because the sentence continues. */
    public static String message(Throwable failure) {
        String words = oneLine(failure.getMessage());
        return words.isEmpty() ? failure.getClass().getSimpleName() : words;
    }

    /** A text in one line without a full stop; empty if there is none. */
    public static String oneLine(@Nullable String text) {
        String words = text == null ? "" : PlainText.of(text).strip().replaceAll("\\s+", " ");
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }
}
