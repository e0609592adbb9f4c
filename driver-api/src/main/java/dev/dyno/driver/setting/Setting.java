package dev.dyno.driver.setting;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Declaration of one setting: the only place that has its name, type, default and meaning.
 *
 * <p>A family of settings has a name that ends in {@code NAME}, like {@code kafka.topic.NAME}, where {@code NAME} stands for any
 * text.
 *
 * <p>Assumptions and guarantees: immutable; usable from any thread.
 *
 * @param name in the user's notation
 * @param kind type of the values
 * @param defaultText default in the user's notation; empty = none, and {@code meaning} says what happens without a value
 * @param unit unit of a bare number, for example {@code s}; empty if the type has its own or there is none
 * @param meaning one sentence without a full stop
 * @param example a value, if there is no default
 * @param decides effect of the setting on the meaning of an acknowledgement
 * @param secret whether the value is kept out of messages and files
 * @param members known names of a family; other names are allowed unless they resemble one of them
 * @param <T> Java type of the values
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

    /** Parts of the meaning of an acknowledgement; a comparison reports the parts in which its runs may differ. */
    public enum Decides {
        /** Failures that an acknowledged message survives: of the broker, of its machine. */
        DURABILITY,
        /** Origin of an acknowledgement, and the event after which it is sent. */
        ACKNOWLEDGEMENT,
        /** Number of deliveries of a message, and their receivers. */
        DELIVERY;

        /** The parts in words for users: {@code durability, acknowledgement}. */
        public static String words(Set<Decides> parts) {
            return Arrays.stream(values())
                    .filter(parts::contains)
                    .map(ValueType::word)
                    .collect(Collectors.joining(", "));
        }
    }

    /** Last part of the name of a family. */
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

    /** A copy with a unit for bare numbers. */
    public Setting<T> in(String bareUnit) {
        return new Setting<>(name, kind, defaultText, bareUnit, meaning, example, decides, secret, members);
    }

    /** A copy with an example value. */
    public Setting<T> like(String text) {
        return new Setting<>(name, kind, defaultText, unit, meaning, Optional.of(text), decides, secret, members);
    }

    /** A copy with an effect on the meaning of an acknowledgement. */
    public Setting<T> deciding(Decides... parts) {
        return new Setting<>(name, kind, defaultText, unit, meaning, example, Set.of(parts), secret, members);
    }

    /** A copy whose value is kept out of messages and files. */
    public Setting<T> hidden() {
        return new Setting<>(name, kind, defaultText, unit, meaning, example, decides, true, members);
    }

    /** A copy of a family with known members. */
    public Setting<T> knowing(Set<String> names) {
        return new Setting<>(name, kind, defaultText, unit, meaning, example, decides, secret, names);
    }

    /**
     * Reads a value.
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

    /** Sentence about a value that cannot be read, or a name that seems to be a misspelt member of a family; else empty. */
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

    /** Sentences about the meaning, values, default and effect on acknowledgements. */
    public String description() {
        return meaning + ": " + kind.expectation() + "."
                + defaultText
                        .map(text -> " Default: " + (text.isEmpty() ? "empty" : text) + ".")
                        .orElse("")
                + (decides.isEmpty() ? "" : " Decides " + decided() + ".");
    }

    /** Effect of the setting on the meaning of an acknowledgement, in words: {@code durability, acknowledgement}. */
    public String decided() {
        return Decides.words(decides);
    }

    /** Whether this is a family: all settings whose names begin with {@link #prefix}. */
    public boolean isFamily() {
        return name.endsWith("." + ANY_NAME);
    }

    /** Common beginning of the names of a family; the name itself of any other setting. */
    public String prefix() {
        return isFamily() ? name.substring(0, name.length() - ANY_NAME.length()) : name;
    }

    boolean covers(String given) {
        return isFamily() ? given.startsWith(prefix()) && given.length() > prefix().length() : given.equals(name);
    }
}
