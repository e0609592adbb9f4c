package dev.dyno.cli;

import dev.dyno.workfile.Values;
import dev.dyno.yaml.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything that is wrong with the options of a command: collected, so that the user is told of all of it at once, one
 * sentence each: where, what was given, what is allowed, what to do.
 */
final class Problems {

    private final List<String> sentences = new ArrayList<>();

    void add(String sentence) {
        sentences.add(sentence);
    }

    void addIf(boolean wrong, String sentence) {
        if (wrong) {
            add(sentence);
        }
    }

    boolean isEmpty() {
        return sentences.isEmpty();
    }

    List<String> sentences() {
        return List.copyOf(sentences);
    }

    /** Parses an option's text; what the parser refuses is a problem, and the fallback goes on in its place. */
    <T> T parse(String option, String text, Function<String, T> parser, T fallback) {
        try {
            return parser.apply(text.strip());
        } catch (IllegalArgumentException e) {
            add(option + ": " + Values.plain(e));
            return fallback;
        }
    }

    /** A whole number within bounds. */
    long number(String option, String text, long min, long max, String otherwise) {
        try {
            long value = Long.parseLong(text.strip());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, in the same words.
        }
        boolean noTop = max == Long.MAX_VALUE || max == Integer.MAX_VALUE;
        String bounds =
                noTop && min == Long.MIN_VALUE ? "" : noTop ? ", at least " + min : ", from " + min + " to " + max;
        add(option + ": " + given(text) + "; must be a whole number" + bounds + "."
                + (otherwise.isEmpty() ? "" : " " + otherwise));
        return Math.max(min, 1);
    }

    int count(String option, String text, int min) {
        return (int) number(option, text, min, Integer.MAX_VALUE, "");
    }

    /** One of the names of an enum, in lower case with dashes. */
    <E extends Enum<E>> E choice(String option, String text, Class<E> type, E fallback) {
        return parse(option, text, given -> Choice.parse(type, given), fallback);
    }

    private static String given(String text) {
        return text.isBlank() ? "is empty" : text;
    }

    /** An option that takes any text but none. */
    void notBlank(String option, Optional<String> text) {
        addIf(text.filter(String::isBlank).isPresent(), option + ": is empty; give it a value, or leave it out.");
    }
}
