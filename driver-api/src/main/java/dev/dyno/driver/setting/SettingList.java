package dev.dyno.driver.setting;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Settings in the order in which they are shown.
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

    public static SettingList of(Setting<?>... settings) {
        return new SettingList(Arrays.asList(settings));
    }

    /** These, followed by others. */
    public SettingList and(SettingList others) {
        return new SettingList(
                Stream.concat(settings.stream(), others.settings.stream()).toList());
    }

    @Override
    public Iterator<Setting<?>> iterator() {
        return settings.iterator();
    }

    /** Their names in order. */
    public List<String> names() {
        return settings.stream().<String>map(Setting::name).toList();
    }

    /** The setting of that name, or the family that it belongs to. */
    public Optional<Setting<?>> find(String name) {
        return settings.stream().filter(setting -> setting.covers(name)).findFirst();
    }

    /** The end of a sentence about an unknown name: "did you mean …?", or all there are. */
    public static String guess(String given, Collection<String> known) {
        return NearName.of(given, known)
                .map(near -> "did you mean " + near + "?")
                .orElseGet(() -> "must be one of " + String.join(", ", known) + ".");
    }
}
