package dev.dyno.driver.setting;

import dev.dyno.driver.setting.Setting.Decides;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Settings in the order of display.
 *
 * <p>Assumptions and guarantees: immutable; usable from any thread.
 */
public record SettingList(List<Setting<?>> settings) implements Iterable<Setting<?>> {

    public SettingList {
        settings = List.copyOf(settings);
        Set<String> names = new LinkedHashSet<>();
        for (Setting<?> setting : settings) {
            if (!names.add(setting.name())) {
                throw new IllegalArgumentException(setting.name() + ": declared twice.");
            }
        }
    }

    /**
     * Collects settings in the order of display.
     *
     * <p>Assumptions and guarantees: used by one thread, that of the initialization of a class.
     */
    public static final class Builder {

        private final List<Setting<?>> settings = new ArrayList<>();

        /** Adds a setting with a default in the user's notation. */
        public <T> Setting<T> add(
                String name, ValueType<T> kind, String defaultText, String meaning, Decides... decides) {
            return add(Setting.of(name, kind, meaning).defaultText(defaultText).deciding(decides));
        }

        /** Adds a setting without a default, but with an example. */
        public <T> Setting<T> optional(
                String name, ValueType<T> kind, String example, String meaning, Decides... decides) {
            return add(Setting.of(name, kind, meaning).like(example).deciding(decides));
        }

        /** Adds a setting that was made elsewhere. */
        public <T> Setting<T> add(Setting<T> setting) {
            settings.add(setting);
            return setting;
        }

        /** The list of all added settings. */
        public SettingList list() {
            return new SettingList(settings);
        }
    }

    public static SettingList of(Setting<?>... settings) {
        return new SettingList(Arrays.asList(settings));
    }

    /** A list of these settings, followed by others. */
    public SettingList and(SettingList others) {
        return new SettingList(
                Stream.concat(settings.stream(), others.settings.stream()).toList());
    }

    @Override
    public Iterator<Setting<?>> iterator() {
        return settings.iterator();
    }

    /** Names of the settings, in order. */
    public List<String> names() {
        return settings.stream().<String>map(Setting::name).toList();
    }

    /** Setting of the given name, or the family that it belongs to. */
    public Optional<Setting<?>> find(String name) {
        return settings.stream().filter(setting -> setting.covers(name)).findFirst();
    }

    /** End of a sentence about an unknown name: "did you mean …?" or, without a guess, the list of all names. */
    public static String guess(String given, Collection<String> known) {
        return NearName.of(given, known)
                .map(near -> "did you mean " + near + "?")
                .orElseGet(() -> "must be one of " + String.join(", ", known) + ".");
    }
}
