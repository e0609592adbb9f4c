package dev.dyno.app.plan;

import dev.dyno.driver.setting.ValueType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Errors of a command's options, collected so that all are reported at once. Each is one sentence, and none is repeated: where,
 * what was given, what is allowed, what to do.
 */
public final class Problems {

    private final Set<String> sentences = new LinkedHashSet<>();

    public void add(String sentence) {
        sentences.add(sentence);
    }

    public void addIf(boolean wrong, String sentence) {
        if (wrong) {
            add(sentence);
        }
    }

    public boolean isEmpty() {
        return sentences.isEmpty();
    }

    public void refuse() throws Refusal {
        if (!isEmpty()) {
            throw new Refusal(sentences());
        }
    }

    public List<String> sentences() {
        return List.copyOf(sentences);
    }

    /** Parses an option's text; a refusal is added to the problems, and the fallback used instead. */
    public <T> T parse(String option, String text, Function<String, T> parser, T fallback) {
        try {
            return parser.apply(text.strip());
        } catch (IllegalArgumentException e) {
            add(option + ": " + e.getMessage());
            return fallback;
        }
    }

    /** Parses a whole number within bounds. */
    public long number(String option, String text, long min, long max, String hint) {
        return parse(
                option,
                text,
                given -> {
                    try {
                        return ValueType.whole(min, max).parse(given);
                    } catch (IllegalArgumentException e) {
                        throw new IllegalArgumentException((e.getMessage() + " " + hint).strip(), e);
                    }
                },
                Math.max(min, 1));
    }

    public int count(String option, String text, int min) {
        return (int) number(option, text, min, Integer.MAX_VALUE, "");
    }

    /** Parses one of the names of an enum, in lower case with dashes. */
    public <E extends Enum<E>> E choice(String option, String text, Class<E> type, E fallback) {
        return parse(option, text, ValueType.choice(type)::parse, fallback);
    }

    /** Checks an option that allows any text but a blank one. */
    public void notBlank(String option, Optional<String> text) {
        addIf(text.filter(String::isBlank).isPresent(), option + ": is empty; give it a value, or leave it out.");
    }
}
