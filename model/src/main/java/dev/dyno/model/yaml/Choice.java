package dev.dyno.model.yaml;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The names of an enum as users write them: in lower case with dashes. */
public final class Choice {

    private Choice() {}

    /**
     * The constant of that name.
     *
     * @throws IllegalArgumentException with a sentence: what was given, what is allowed
     */
    public static <E extends Enum<E>> E parse(Class<E> type, String text) {
        List<E> constants = Arrays.asList(type.getEnumConstants());
        return constants.stream()
                .filter(constant -> word(constant).equals(text.strip().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException((text.isBlank() ? "is empty" : text)
                        + "; must be one of "
                        + String.join(", ", constants.stream().map(Choice::word).toList()) + "."));
    }

    /** The name of a constant. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
