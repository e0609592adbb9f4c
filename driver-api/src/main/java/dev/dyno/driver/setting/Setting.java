package dev.dyno.driver.setting;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One setting: declared here, and nowhere else.
 *
 * <p>A family of settings has a name that ends in {@code NAME}, like {@code kafka.topic.NAME}, which stands for any text.
 *
 * <p>Assumptions and guarantees: immutable; usable from any thread.
 *
 * @param name as users write it
 * @param kind how its value is written
 * @param otherwise the value where nobody gives one, as users write it; empty = none, and {@code meaning} says what happens then
 * @param unit of a bare number, like {@code s}; empty where the kind has its own or there is none
 * @param meaning one sentence without the stop at its end
 * @param example a value, where the default is none
 * @param decides what an acknowledgement of the broker means with it
 * @param secret whether its value is kept out of messages and files
 * @param members of a family: the names that are known; another one is allowed unless it is near one of them
 * @param <T> type of its value
 */
public record Setting<T>(
        String name,
        Kind<T> kind,
        Optional<String> otherwise,
        String unit,
        String meaning,
        Optional<String> example,
        Set<Decides> decides,
        boolean secret,
        Set<String> members) {

    /** Parts of the meaning of an acknowledgement; runs that differ in one are not compared without saying so. */
    public enum Decides {
        /** How far an acknowledged message survives: the death of the broker, of its machine. */
        DURABILITY,
        /** Who acknowledges a send, and after what. */
        ACKNOWLEDGEMENT,
        /** How often a message is delivered, and to how many. */
        DELIVERY;

        /** For users: {@code durability, acknowledgement}. */
        public static String words(Set<Decides> parts) {
            return Arrays.stream(values())
                    .filter(parts::contains)
                    .map(Kind::word)
                    .collect(Collectors.joining(", "));
        }
    }

    /** The end of the name of a family. */
    public static final String ANY_NAME = "NAME";

    public Setting {
        decides = Set.copyOf(decides);
        members = Set.copyOf(members);
        otherwise.ifPresent(kind::parse);
        example.ifPresent(kind::parse);
    }

    /** Without a default. */
    public static <T> Setting<T> of(String name, Kind<T> kind, String meaning) {
        return new Setting<>(name, kind, Optional.empty(), "", meaning, Optional.empty(), Set.of(), false, Set.of());
    }

    /** With a default, as users write it. */
    public Setting<T> otherwise(String text) {
        return new Setting<>(name, kind, Optional.of(text), unit, meaning, example, decides, secret, members);
    }

    /** With the unit of a bare number. */
    public Setting<T> in(String bareUnit) {
        return new Setting<>(name, kind, otherwise, bareUnit, meaning, example, decides, secret, members);
    }

    /** With an example of a value. */
    public Setting<T> like(String text) {
        return new Setting<>(name, kind, otherwise, unit, meaning, Optional.of(text), decides, secret, members);
    }

    /** With what it decides. */
    public Setting<T> deciding(Decides... parts) {
        return new Setting<>(name, kind, otherwise, unit, meaning, example, Set.of(parts), secret, members);
    }

    /** With a value that is kept out of messages and files. */
    public Setting<T> hidden() {
        return new Setting<>(name, kind, otherwise, unit, meaning, example, decides, true, members);
    }

    /** A family with members that are known. */
    public Setting<T> knowing(Set<String> names) {
        return new Setting<>(name, kind, otherwise, unit, meaning, example, decides, secret, names);
    }

    /**
     * The value of a text.
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

    /** The sentence on a text that cannot be read, or a member of a family that is likely to be misspelt. */
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

    /** Its meaning, what it takes, its default and what it decides, in sentences. */
    public String description() {
        return meaning + ": " + kind.expectation() + "."
                + otherwise
                        .map(text -> " Default: " + (text.isEmpty() ? "empty" : text) + ".")
                        .orElse("")
                + (decides.isEmpty() ? "" : " Decides " + decided() + ".");
    }

    /** The semantics that it decides, as words: {@code durability, acknowledgement}. */
    public String decided() {
        return Decides.words(decides);
    }

    /** Whether it stands for all settings whose names begin alike. */
    public boolean isFamily() {
        return name.endsWith("." + ANY_NAME);
    }

    /** The beginning of the names of a family; of any other, its name. */
    public String prefix() {
        return isFamily() ? name.substring(0, name.length() - ANY_NAME.length()) : name;
    }

    boolean covers(String given) {
        return isFamily() ? given.startsWith(prefix()) && given.length() > prefix().length() : given.equals(name);
    }
}
