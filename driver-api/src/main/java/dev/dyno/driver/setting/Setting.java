package dev.dyno.driver.setting;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One setting, declared only once.
 *
 * <p>A family of settings has a name that ends in {@code NAME}, like {@code kafka.topic.NAME}, where {@code NAME} stands for any
 * text.
 *
 * <p>Assumptions and guarantees: immutable; usable from any thread.
 *
 * @param name in the user's notation
 * @param kind type of its value
 * @param defaultText default in the user's notation; empty = none, and {@code meaning} says what happens then
 * @param unit of a bare number, for example {@code s}; empty if the type has its own or there is none
 * @param meaning one sentence without a full stop
 * @param example a value, if there is no default
 * @param decides its effect on the meaning of an acknowledgement
 * @param secret whether its value is kept out of messages and files
 * @param members known names of a family; other names are allowed unless they resemble one of them
 * @param <T> type of its value
 */
public record Setting<T>(
        String name,
        ValueType<T> kind,
        Optional<String> defaultText,
        String unit,
        String meaning,
        Optional<String> example,
        Set<Decides> decides,
        boolean secret,
        Set<String> members) {

    /** Parts of the meaning of an acknowledgement; a comparison of runs that differ in one says so. */
    public enum Decides {
        /** Failures that an acknowledged message survives: of the broker, of its machine. */
        DURABILITY,
        /** Origin of an acknowledgement, and the event after which it is sent. */
        ACKNOWLEDGEMENT,
        /** Number of deliveries of a message, and their receivers. */
        DELIVERY;

        /** Words for users: {@code durability, acknowledgement}. */
        public static String words(Set<Decides> parts) {
            return Arrays.stream(values())
                    .filter(parts::contains)
                    .map(ValueType::word)
                    .collect(Collectors.joining(", "));
        }
    }

    /** Ending of the name of a family. */
    public static final String ANY_NAME = "NAME";

    public Setting {
        decides = Set.copyOf(decides);
        members = Set.copyOf(members);
        defaultText.ifPresent(kind::parse);
        example.ifPresent(kind::parse);
    }

    /** Setting without a default. */
    public static <T> Setting<T> of(String name, ValueType<T> kind, String meaning) {
        return new Setting<>(name, kind, Optional.empty(), "", meaning, Optional.empty(), Set.of(), false, Set.of());
    }

    /** A copy with a default in the user's notation. */
    public Setting<T> defaultText(String text) {
        return new Setting<>(name, kind, Optional.of(text), unit, meaning, example, decides, secret, members);
    }

    /** A copy with the unit of a bare number. */
    public Setting<T> in(String bareUnit) {
        return new Setting<>(name, kind, defaultText, bareUnit, meaning, example, decides, secret, members);
    }

    /** A copy with an example of a value. */
    public Setting<T> like(String text) {
        return new Setting<>(name, kind, defaultText, unit, meaning, Optional.of(text), decides, secret, members);
    }

    /** A copy with its effect on acknowledgements. */
    public Setting<T> deciding(Decides... parts) {
        return new Setting<>(name, kind, defaultText, unit, meaning, example, Set.of(parts), secret, members);
    }

    /** A copy with a value that is kept out of messages and files. */
    public Setting<T> hidden() {
        return new Setting<>(name, kind, defaultText, unit, meaning, example, decides, true, members);
    }

    /** A copy of a family with known members. */
    public Setting<T> knowing(Set<String> names) {
        return new Setting<>(name, kind, defaultText, unit, meaning, example, decides, secret, names);
    }

    /**
     * Value of a text.
     *
     * @throws IllegalArgumentException with a sentence: the name, what was given, what is allowed
     */
    public T parse(String text) {
        return parse(name, text);
    }

    private T parse(String given, String text) {
        try {
            return kind.parse(text);
        } catch (IllegalArgumentException e) {
            String sentence = secret ? "(hidden); must be " + kind.expectation() + "." : e.getMessage();
            throw new IllegalArgumentException(given + ": " + sentence, e);
        }
    }

    /** Sentence about a text that cannot be read, or a probably misspelt member of a family. */
    public Optional<String> problem(String given, String text) {
        String member = given.substring(Math.min(given.length(), prefix().length()));
        if (isFamily() && !members.contains(member)) {
            Optional<String> near = NearName.of(member, members);
            if (near.isPresent()) {
                return Optional.of(given + ": unknown; did you mean " + prefix() + near.get() + "?");
            }
        }
        try {
            parse(given, text);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Sentences about its meaning, values, default and effect on acknowledgements. */
    public String description() {
        return meaning + ": " + kind.expectation() + "."
                + defaultText
                        .map(text -> " Default: " + (text.isEmpty() ? "empty" : text) + ".")
                        .orElse("")
                + (decides.isEmpty() ? "" : " Decides " + decided() + ".");
    }

    /** Its effect on acknowledgements in words: {@code durability, acknowledgement}. */
    public String decided() {
        return Decides.words(decides);
    }

    /** Whether it stands for all settings with a common prefix. */
    public boolean isFamily() {
        return name.endsWith("." + ANY_NAME);
    }

    /** Common prefix of a family; the name of any other setting. */
    public String prefix() {
        return isFamily() ? name.substring(0, name.length() - ANY_NAME.length()) : name;
    }

    boolean covers(String given) {
        return isFamily() ? given.startsWith(prefix()) && given.length() > prefix().length() : given.equals(name);
    }
}
