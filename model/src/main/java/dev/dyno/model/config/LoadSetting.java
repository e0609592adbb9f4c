package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.yaml.YamlMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Setting of a load: declared once, with its place in a workload file and its flag.
 *
 * <p>Assumptions and guarantees: set up by the static initializer of the class that declares it, and not changed afterwards.
 *
 * @param <G> type that carries its value, for example a group of producers
 * @param <V> type of its value; an {@link Optional} if it can be absent
 */
public final class LoadSetting<G, V> {

    /**
     * A flag that sets one value.
     *
     * @param meaning empty = another setting declares the flag
     */
    public record Spelling(String value, String flag, String meaning) {}

    private final Section<G> section;
    private final String path;
    private final String key;
    private final ValueType<V> kind;
    private final V fallback;
    private final Function<G, V> getter;
    private String meaning = "";
    private List<String> flags = List.of();
    private String label = "";
    private String defaultWords = "";
    private HelpPart helpPart;
    private boolean often;
    private boolean several;
    private boolean repeated;
    private Predicate<G> written;
    private Function<V, String> writer = LoadKinds::text;
    private Optional<BiFunction<YamlMap, String, Optional<V>>> structure = Optional.empty();
    private Optional<Function<Map<String, String>, V>> entries = Optional.empty();
    private final List<Spelling> spellings = new ArrayList<>();
    private final List<LoadSetting<?, ?>> deciders = new ArrayList<>();

    LoadSetting(Section<G> section, String key, ValueType<V> kind, V fallback, Function<G, V> getter) {
        this.section = section;
        path = section.path + key;
        helpPart = section.helpPart;
        this.key = key;
        this.kind = kind;
        this.fallback = fallback;
        this.getter = getter;
        written = group -> !isAbsent(getter.apply(group));
    }

    /** Sets the description for users, with an example unless the form is obvious. */
    LoadSetting<G, V> means(String sentence) {
        meaning = sentence;
        return this;
    }

    /**
     * Gives the setting a flag, and with it an environment variable.
     *
     * @param valueLabel label of the flag's value; empty = a switch without value
     * @param names the first is the one that is shown
     */
    LoadSetting<G, V> flag(String valueLabel, String... names) {
        flags = List.of(names);
        label = valueLabel;
        defaultWords = isAbsent(fallback) ? "none" : "";
        return this;
    }

    /** Shows its flag in another part of the help than that of its section. */
    LoadSetting<G, V> shownIn(HelpPart part) {
        helpPart = part;
        return this;
    }

    /** Explains its flag in the short help. */
    LoadSetting<G, V> often() {
        often = true;
        return this;
    }

    private static boolean isAbsent(Object value) {
        return List.of(Optional.empty(), List.of(), Map.of()).contains(value);
    }

    /** Describes the default in words, for the help, instead of its value or {@code none}. */
    LoadSetting<G, V> defaultWords(String words) {
        defaultWords = words;
        return this;
    }

    /**
     * Allows a list in a file. Each element is written as in the flag, where commas separate them. A flag whose value consists of
     * several words, like TIME ACTION, may also be repeated.
     */
    LoadSetting<G, V> several() {
        several = true;
        return this;
    }

    /** Allows its flag to be repeated; the values, which are lists, are joined. */
    LoadSetting<G, V> repeated() {
        repeated = true;
        return this;
    }

    /** Adds a flag that sets one value. If the meaning is empty, the flag belongs to another setting, too. */
    LoadSetting<G, V> spelled(String value, String flag, String sense) {
        spellings.add(new Spelling(value, flag, sense));
        return this;
    }

    /** Adds another setting that also gives the value of this one. */
    LoadSetting<G, V> alsoSetBy(LoadSetting<?, ?> other) {
        deciders.add(other);
        return this;
    }

    /** Writes the setting to a file only if the condition holds, for example because a reader would refuse it otherwise. */
    LoadSetting<G, V> writtenIf(Predicate<G> condition) {
        written = condition;
        return this;
    }

    /** Writes the setting to a file even if it has no value. */
    LoadSetting<G, V> writtenIfAbsent() {
        return writtenIf(group -> true);
    }

    LoadSetting<G, V> writtenAs(Function<V, String> text) {
        writer = text;
        return this;
    }

    /** Sets the reader of its value in a file, for a value that is more than a single text. */
    LoadSetting<G, V> readBy(BiFunction<YamlMap, String, Optional<V>> reader) {
        structure = Optional.of(reader);
        return this;
    }

    /** Reads its value in a file from a mapping with free keys; its flag is repeated. */
    LoadSetting<G, V> ofEntries(Function<Map<String, String>, V> reader) {
        entries = Optional.of(reader);
        return readBy((map, name) -> Optional.of(reader.apply(map.entries(name))));
    }

    /** Key in a file; empty = the setting cannot be in a file. */
    public String key() {
        return key;
    }

    /** Key after the keys of the mappings around it, for example {@code producers[].max-pending}. */
    public String path() {
        return path;
    }

    /** The setting with the given key, of the same section or of the top level. */
    LoadSetting<?, ?> beside(String other) {
        return section.settings().stream()
                .<LoadSetting<?, ?>>map(setting -> setting)
                .filter(setting -> setting.key().equals(other))
                .findFirst()
                .or(() -> Section.settingAt(other))
                .orElseThrow();
    }

    public ValueType<V> kind() {
        return kind;
    }

    public String meaning() {
        return meaning;
    }

    /** The setting's own flags; texts for users have the first. */
    public List<String> flags() {
        return flags;
    }

    public HelpPart helpPart() {
        return helpPart;
    }

    /** Whether the short help explains its flag. */
    public boolean isOften() {
        return often;
    }

    /** Label of the flag's value; empty for a switch. */
    public String label() {
        return label;
    }

    /** The default in words; empty if the value explains itself. */
    public String defaultWords() {
        return defaultWords;
    }

    /** Whether a file may have a list of values. */
    public boolean isSeveral() {
        return several;
    }

    /** Whether its flag may be repeated. */
    public boolean isRepeated() {
        return repeated;
    }

    /** Joins two values of a repeated flag. */
    @SuppressWarnings("unchecked")
    public V both(V one, V other) {
        return (V)
                Stream.of((List<?>) one, (List<?>) other).flatMap(List::stream).toList();
    }

    /** Whether its value is a mapping with free keys. */
    public boolean isMapping() {
        return entries.isPresent();
    }

    /** Value of the given names and texts; empty if the setting is no mapping. */
    public Optional<V> of(Map<String, String> texts) {
        return entries.map(reader -> reader.apply(texts));
    }

    public List<Spelling> spellings() {
        return Collections.unmodifiableList(spellings);
    }

    public V fallback() {
        return fallback;
    }

    /** The default in the form of a file; empty = there is none. */
    public Optional<String> defaultText() {
        return isAbsent(fallback) ? Optional.empty() : Optional.of(text(fallback));
    }

    Optional<BiFunction<YamlMap, String, Optional<V>>> structure() {
        return structure;
    }

    String text(V value) {
        return writer.apply(value);
    }

    /** Flags that give its value, the one with precedence first; of several names of a flag, the first. */
    public Set<String> allFlags() {
        Set<String> names = new LinkedHashSet<>();
        spellings.forEach(spelling -> names.add(spelling.flag));
        Stream.concat(Stream.of(this), deciders.stream())
                .forEach(setting -> setting.flags.stream().limit(1).forEach(names::add));
        return names;
    }

    /** Keys that give the value in one mapping of a file, the setting's own key first. */
    public List<String> allKeys() {
        return Stream.concat(Stream.of(this), deciders.stream())
                .map(setting -> setting.key)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    void write(G group, String at, Map<String, String> values) {
        if (!key.isEmpty() && written.test(group)) {
            values.put(at + key, text(getter.apply(group)));
        }
    }

    @Override
    public String toString() {
        return path;
    }
}
