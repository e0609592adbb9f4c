package dev.dyno.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a client library threw and what caused that, from the outside in; for the one line that a {@link DriverException} tells
 * the user.
 *
 * @param chain a failure, its cause, and so on
 */
public record Causes(List<Throwable> chain) {

    /** Causes are often wrapped three deep; beyond this they repeat themselves. */
    private static final int DEPTH = 8;

    public Causes {
        chain = List.copyOf(chain);
    }

    public static Causes of(Throwable failure) {
        return of(failure, each -> Optional.ofNullable(each.getCause()));
    }

    /** @param cause of a failure, for a library that does not only use {@link Throwable#getCause} */
    public static Causes of(Throwable failure, Function<Throwable, Optional<Throwable>> cause) {
        List<Throwable> chain = new ArrayList<>();
        Optional<Throwable> each = Optional.of(failure);
        while (each.isPresent() && chain.size() < DEPTH) {
            chain.add(each.get());
            each = cause.apply(each.get());
        }
        return new Causes(chain);
    }

    /** The first of that type. */
    public <T extends Throwable> Optional<T> first(Class<T> type) {
        return chain.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /** The {@linkplain #message messages} of all in one line, without those that say the same again. */
    public String words() {
        return words(Causes::message);
    }

    /**
     * The same with words of the driver's own.
     *
     * @param words of one failure; empty = it says nothing that others do not say
     */
    public String words(Function<Throwable, String> words) {
        List<String> parts = new ArrayList<>();
        for (Throwable each : chain) {
            add(parts, words.apply(each));
        }
        // Some name the address as they were given it.
        return Secrets.inText(parts.isEmpty() ? message(chain.get(0)) : String.join(": ", parts));
    }

    /**
     * The exception for the user: {@code what: words; advice}, both of {@link Tls#complaint} where that has some.
     *
     * @param words as those of {@link #words(Function)}
     * @param advice on one failure, that of the first with one counts; empty = none
     */
    public DriverException failure(String what, Function<Throwable, String> words, Function<Throwable, String> advice) {
        String todo = chain.stream()
                .map(advice)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .map(text -> "; " + text)
                .orElse("");
        return new DriverException(
                what + ": " + Tls.complaint(this).orElseGet(() -> words(words) + todo), chain.get(0));
    }

    /** Whether it says no more than its cause, with that one's class in front. */
    public static boolean isWrapper(Throwable failure) {
        return failure.getCause() != null
                && (failure instanceof CompletionException || failure instanceof ExecutionException);
    }

    private static void add(List<String> parts, String words) {
        if (!words.isEmpty() && parts.stream().noneMatch(part -> part.contains(words))) {
            parts.removeIf(words::contains);
            parts.add(words);
        }
    }

    /** The words of one failure, in one line without a full stop, because the sentence goes on after it; its class if it has none. */
    public static String message(Throwable failure) {
        String words = oneLine(failure.getMessage());
        return words.isEmpty() ? failure.getClass().getSimpleName() : words;
    }

    /** A text in one line without a full stop; empty if there is none. */
    public static String oneLine(@Nullable String text) {
        String words = text == null ? "" : text.strip().replaceAll("\\s+", " ");
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }
}
