package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Settings of one mapping of a workload file, in the order of the file, and the rules between them.
 *
 * <p>Assumptions and guarantees: filled by the static initializer of the class that declares them.
 *
 * @param <G> type that carries their values
 */
public final class Section<G> {

    /**
     * Rule against contradictory values.
     *
     * @param at the setting that is refused
     * @param sentences about the errors, empty if there are none: with {@code {given}} for its text, {@code {key}} and {@code
     *     {key=value}} for other settings in the user's words, {@code {key=*}} with its value, and {@code {load-length}} for the
     *     length of the load
     */
    record Rule(LoadSetting<?, ?> at, Function<Reading, List<String>> sentences) {}

    final String path;
    final HelpPart helpPart;
    private final List<LoadSetting<G, ?>> settings = new ArrayList<>();
    final List<Rule> rules = new ArrayList<>();

    /**
     * @param path in front of the keys, for example {@code producers[].}
     * @param helpPart default part of the help for its flags
     */
    Section(String path, HelpPart helpPart) {
        this.path = path;
        this.helpPart = helpPart;
    }

    /** All sections of a workload file, in its order. */
    private static List<Section<?>> all() {
        return List.of(
                HeadSettings.SECTION,
                ConductSettings.SECTION,
                CapacitySettings.SECTION,
                WorkerSettings.SECTION,
                ProducerSettings.SECTION,
                MessageSettings.SECTION,
                ConsumerSettings.SECTION,
                PhaseSettings.SECTION,
                PhaseSettings.BACKLOG);
    }

    /** All settings that can be in a file. */
    static Stream<LoadSetting<?, ?>> allSettings() {
        return all().stream()
                .flatMap(section -> section.settings().stream().<LoadSetting<?, ?>>map(setting -> setting))
                .filter(setting -> !setting.key().isEmpty());
    }

    /** Setting of a value in a file, for example {@code producers[0].max-pending}. */
    public static Optional<LoadSetting<?, ?>> settingAt(String path) {
        String pattern = path.replaceAll("\\[\\d+]", "[]");
        return allSettings().filter(setting -> setting.path().equals(pattern)).findFirst();
    }

    <V> LoadSetting<G, V> add(String key, ValueType<V> kind, V fallback, Function<G, V> getter) {
        LoadSetting<G, V> setting = new LoadSetting<>(this, key, kind, fallback, getter);
        settings.add(setting);
        return setting;
    }

    /** Adds a setting whose value no group carries. */
    <V> LoadSetting<G, V> add(String key, ValueType<V> kind, V fallback) {
        return add(key, kind, fallback, group -> fallback);
    }

    /** Adds a setting whose value can be absent, which is its default. */
    <V> LoadSetting<G, Optional<V>> optional(String key, ValueType<V> kind, Function<G, Optional<V>> getter) {
        return add(key, kind.map(Optional::of), Optional.empty(), getter);
    }

    /** Adds a setting of several values, none by default: separated by commas or, in a file, in a list. */
    <V> LoadSetting<G, List<V>> several(String key, ValueType<V> kind, Function<G, List<V>> getter) {
        return add(key, LoadKinds.several(kind), List.of(), getter).several();
    }

    /** Adds a setting with one of the names of an enum as its value. */
    <E extends Enum<E>> LoadSetting<G, E> choice(String key, E fallback, Function<G, E> getter) {
        return add(key, ValueType.choice(fallback.getDeclaringClass()), fallback, getter);
    }

    void refuse(LoadSetting<?, ?> at, Predicate<Reading> wrong, String sentence) {
        refuse(at, in -> wrong.test(in) ? List.of(sentence) : List.of());
    }

    void refuse(LoadSetting<?, ?> at, Function<Reading, List<String>> sentences) {
        rules.add(new Rule(at, sentences));
    }

    public List<LoadSetting<G, ?>> settings() {
        return Collections.unmodifiableList(settings);
    }

    List<String> keys() {
        return settings.stream()
                .map(LoadSetting::key)
                .filter(key -> !key.isEmpty())
                .toList();
    }

    /**
     * Writes all values in the form of a file.
     *
     * @param at path in front of the keys, for example {@code producers[0].}
     */
    public void write(G group, String at, Map<String, String> values) {
        settings.forEach(setting -> setting.write(group, at, values));
    }
}
