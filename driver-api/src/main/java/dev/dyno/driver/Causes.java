package dev.dyno.driver;

import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Exception of a client library with its causes, from the outside in; for the one line of a {@link DriverException}.
 *
 * @param chain a failure, its cause, and so on
 */
public record Causes(List<Throwable> chain) {

    /** Advice where nobody answers. */
    public static final String NOT_LISTENING = "check that the broker runs and listens at this address";

    /** Maximum length: causes are often wrapped three deep, and repeat themselves beyond this. */
    private static final int DEPTH = 8;

    public Causes {
        chain = List.copyOf(chain);
    }

    public static Causes of(Throwable failure) {
        return of(failure, each -> Optional.ofNullable(each.getCause()));
    }

    /** @param cause of a failure, for a library that does not use {@link Throwable#getCause} only */
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
     * The messages of all failures in words of the driver, in one line without repetitions.
     *
     * @param words of one failure; empty = nothing that others do not say
     */
    public String words(Function<Throwable, String> words) {
        List<String> parts = new ArrayList<>();
        for (Throwable each : chain) {
            add(parts, words.apply(each));
        }
        // Some messages contain the address as it was given.
        return Secrets.inText(parts.isEmpty() ? message(chain.get(0)) : String.join(": ", parts));
    }

    /**
     * The exception for the user: {@code what: words; advice}, both of {@link Tls#complaint} where that has some. A refused
     * connection gets the advice {@link #NOT_LISTENING}, unless the driver has another. It is a {@link RefusedException} if one of
     * the failures is a refusal, or the broker's certificate is invalid.
     *
     * @param words as in {@link #words(Function)}
     * @param advice on one failure, of which the first is used; empty = none
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

    /** Whether its message is only that of its cause, with the class of the cause in front. */
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

    /** Message of one failure in one line without a full stop, because the sentence continues; its class if it has none. */
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
