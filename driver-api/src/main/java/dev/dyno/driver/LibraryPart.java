package dev.dyno.driver;

import dev.dyno.driver.setting.NearName;
import dev.dyno.driver.setting.Setting.Decides;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Part of a client library with properties of its own, which the driver passes on unchanged.
 *
 * @param title name for users: {@code producer of the Kafka client}
 * @param prefix beginning of a name that passes the property to this part alone, for example {@code producer.}; empty = none
 * @param names the library's own list of properties
 * @param open whether names outside the list are accepted, unless they resemble one of the list; an empty list accepts all
 * @param taken properties that the driver itself sets and users must not, each with advice for the user
 * @param decides effect of properties on the meaning of an acknowledgement, by name; only known effects
 */
public record LibraryPart(
        String title,
        String prefix,
        Set<String> names,
        boolean open,
        Map<String, String> taken,
        Map<String, Set<Decides>> decides) {

    public LibraryPart {
        names = Set.copyOf(names);
        taken = Map.copyOf(taken);
        decides = Collections.unmodifiableMap(new TreeMap<>(decides));
    }

    /** A part that accepts only the names of the list. */
    public static LibraryPart of(String title, String prefix, Set<String> names) {
        return new LibraryPart(title, prefix, names, false, Map.of(), Map.of());
    }

    /** Property names that a library declares as public constants: the values of the {@link String} fields that pass the test. */
    public static Set<String> constants(Class<?> holder, Predicate<String> fields) {
        Set<String> names = new TreeSet<>();
        for (Field field : holder.getFields()) {
            if (fields.test(field.getName()) && field.getType() == String.class) {
                try {
                    names.add(String.valueOf(field.get(null)));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return names;
    }

    /** A copy in which the driver itself sets the given properties; the values are advice for the user. */
    public LibraryPart taking(Map<String, String> instead) {
        return new LibraryPart(title, prefix, names, open, instead, decides);
    }

    /** A copy with the effect of one property on the meaning of an acknowledgement. */
    public LibraryPart deciding(String name, Decides... parts) {
        Map<String, Set<Decides>> more = new TreeMap<>(decides);
        more.put(name, Set.of(parts));
        return new LibraryPart(title, prefix, names, open, taken, more);
    }

    /** A copy that also accepts names outside the list. */
    public LibraryPart opened() {
        return new LibraryPart(title, prefix, names, true, taken, decides);
    }

    /** Sentence for users about the properties with a known effect on the meaning of an acknowledgement; empty = none. */
    public Optional<String> decided() {
        return decides.isEmpty()
                ? Optional.empty()
                : Optional.of(decides.entrySet().stream()
                        .map(entry -> entry.getKey() + " decides " + Decides.words(entry.getValue()))
                        .collect(Collectors.joining("; ", "Of these, ", ".")));
    }

    boolean isMeant(String given) {
        return !prefix.isEmpty() && given.startsWith(prefix);
    }

    /** Description for users: the properties that this part gets, and how their names are checked. */
    public String description() {
        return "Passed on to the " + title + (prefix.isEmpty() ? "" : ", also with " + prefix + " before their names")
                + ":"
                + (names.isEmpty()
                        ? " all other properties, unchecked."
                        : open
                                ? " all other properties. A name that looks like a misspelling of one of these is refused:"
                                : "");
    }

    /** Names of the list that users may give, in alphabetical order. */
    public Set<String> free() {
        Set<String> free = new TreeSet<>(names);
        free.removeAll(taken.keySet());
        return free;
    }

    /**
     * Sentence about a property that cannot be passed on to this part; empty if it can.
     *
     * @param given its name in the user's notation, with a prefix or without
     * @param name its name in the library
     */
    public Optional<String> problem(String given, String name) {
        if (taken.containsKey(name)) {
            return Optional.of(given + ": set by the driver; leave it out: " + new TreeMap<>(taken).get(name) + ".");
        }
        if (names.contains(name)) {
            return Optional.empty();
        }
        Optional<String> near = NearName.of(name, free());
        return open && near.isEmpty()
                ? Optional.empty()
                : Optional.of(given + ": unknown property of the " + title
                        + near.map(n -> "; did you mean " + prefix + n + "?").orElse("; dyno driver show lists them."));
    }
}
