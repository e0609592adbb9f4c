package dev.dyno.model.config;

import dev.dyno.driver.setting.Kind;
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
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A setting of a load: declared once, with its place in a workload file and its flag.
 *
 * <p>Assumptions and guarantees: set up by the static initializer of the class that declares it, and not changed afterwards.
 *
 * @param <G> type that carries its value, like a group of producers
 * @param <V> type of its value; an {@link Optional} where none is right, too
 */
public final class LoadSetting<G, V> {

    /**
     * A flag that stands for a value.
     *
     * @param meaning empty = it is declared elsewhere
     */
    public record Spelling(String value, String flag, String meaning) {}

    private final Section<G> section;
    private final String path;
    private final String key;
    private final Kind<V> kind;
    private final V fallback;
    private final Function<G, V> getter;
    private String meaning = "";
    private List<String> flags = List.of();
    private String label = "";
    private String otherwise = "";
    private UnaryOperator<String> typed = text -> text;
    private HelpPart helpPart;
    private boolean often;
    private boolean several;
    private boolean repeated;
    private boolean ofConsumersToo;
    private boolean askedFor;
    private Predicate<G> written = group -> true;
    private Function<V, String> writer = LoadKinds::text;
    private Optional<BiFunction<YamlMap, String, Optional<V>>> structure = Optional.empty();
    private Optional<Function<Map<String, String>, V>> entries = Optional.empty();
    private String storedAs;
    private Function<G, Object> stored;
    private final List<Spelling> spellings = new ArrayList<>();
    private final List<LoadSetting<?, ?>> deciders = new ArrayList<>();

    LoadSetting(Section<G> section, String key, Kind<V> kind, V fallback, Function<G, V> getter) {
        this.section = section;
        path = section.path() + key;
        helpPart = section.helpPart();
        this.key = key;
        this.kind = kind;
        this.fallback = fallback;
        this.getter = getter;
        storedAs = LoadKinds.camelCase(key);
        stored = group -> LoadKinds.plain(getter.apply(group));
    }

    /** In one sentence, with an example where the form is not obvious. */
    LoadSetting<G, V> means(String sentence) {
        meaning = sentence;
        return this;
    }

    /**
     * Has a flag, and so a variable in the environment.
     *
     * @param valueLabel of the value that follows; empty = none does, it is a switch
     * @param names the first is the one that is shown
     */
    LoadSetting<G, V> flag(String valueLabel, String... names) {
        flags = List.of(names);
        label = valueLabel;
        return this;
    }

    /** Its flag stands in another part of the help than those of its section. */
    LoadSetting<G, V> shownIn(HelpPart part) {
        helpPart = part;
        return this;
    }

    /** Its flag is one of those that the short help explains. */
    LoadSetting<G, V> often() {
        often = true;
        return this;
    }

    /** The default in words, for help: where nothing is typed, the flag has no value. */
    LoadSetting<G, V> otherwise(String words) {
        otherwise = words;
        return this;
    }

    /** The flag is written in another way than the key of a file. */
    LoadSetting<G, V> typedAs(UnaryOperator<String> toTextOfFile) {
        typed = toTextOfFile;
        return this;
    }

    /** In a file it may be a list, too, each element as one with commas between; its flag may be repeated if it has several words. */
    LoadSetting<G, V> several() {
        several = true;
        return this;
    }

    /** Its flag may be repeated; the values, which are lists, are put together. */
    LoadSetting<G, V> repeated() {
        repeated = true;
        return this;
    }

    /** The flag is one of consumers alone, too. */
    LoadSetting<G, V> ofConsumersToo() {
        ofConsumersToo = true;
        return this;
    }

    /** Its flag may stand without the value: that is asked for on the terminal, which does not show it. */
    LoadSetting<G, V> askedFor() {
        askedFor = true;
        return this;
    }

    /** A flag that gives one of the values and nothing else; without a meaning it is that of another setting, too. */
    LoadSetting<G, V> spelled(String value, String flag, String sense) {
        spellings.add(new Spelling(value, flag, sense));
        return this;
    }

    /** Another setting beside it that gives its value, too. */
    LoadSetting<G, V> saidBy(LoadSetting<?, ?> other) {
        deciders.add(other);
        return this;
    }

    /** Stands in a written file only then: in others a reader would refuse it. */
    LoadSetting<G, V> writtenIf(Predicate<G> condition) {
        written = condition;
        return this;
    }

    LoadSetting<G, V> writtenIfPresent() {
        return writtenIf(group -> !List.of(Optional.empty(), List.of()).contains(getter.apply(group)));
    }

    LoadSetting<G, V> writtenAs(Function<V, String> text) {
        writer = text;
        return this;
    }

    /** In a file it is more than a single value. */
    LoadSetting<G, V> readBy(BiFunction<YamlMap, String, Optional<V>> reader) {
        structure = Optional.of(reader);
        return this;
    }

    /** In a file it is a mapping with any keys, and its flag is repeated. */
    LoadSetting<G, V> ofEntries(Function<Map<String, String>, V> reader) {
        entries = Optional.of(reader);
        return readBy((map, name) -> Optional.of(reader.apply(map.entries(name))));
    }

    /** The name in the stored configuration where it is not made of the key; empty = another setting is stored that says both. */
    LoadSetting<G, V> storedAs(String name) {
        storedAs = name;
        return this;
    }

    LoadSetting<G, V> storedAs(String name, Function<G, Object> value) {
        stored = value;
        return storedAs(name);
    }

    /** In a file; empty = it has no place there. */
    public String key() {
        return key;
    }

    /** The key with those of the mappings in which it stands, like {@code producers[].max-pending}. */
    public String path() {
        return path;
    }

    /** The setting of the same section, or else at the top of a file, that has this key. */
    LoadSetting<?, ?> beside(String other) {
        return section.settings().stream()
                .<LoadSetting<?, ?>>map(setting -> setting)
                .filter(setting -> setting.key().equals(other))
                .findFirst()
                .or(() -> Section.settingAt(other))
                .orElseThrow();
    }

    public Kind<V> kind() {
        return kind;
    }

    /** One sentence. */
    public String meaning() {
        return meaning;
    }

    /** Its own flags; the first is the one that is shown. */
    public List<String> flags() {
        return flags;
    }

    /** Where its flag stands in the help. */
    public HelpPart helpPart() {
        return helpPart;
    }

    /** Whether the short help explains its flag. */
    public boolean isOften() {
        return often;
    }

    /** Of the value of the flag; empty for a switch. */
    public String label() {
        return label;
    }

    /** The default in words; empty where the value says enough. */
    public String otherwise() {
        return otherwise;
    }

    /** From the text that is typed to that of a file. */
    public String ofTyped(String text) {
        return typed.apply(text);
    }

    /** Whether a list of values may stand in a file. */
    public boolean isSeveral() {
        return several;
    }

    /** Whether its flag may be repeated. */
    public boolean isRepeated() {
        return repeated;
    }

    /** Two values of a flag that is repeated, as one. */
    @SuppressWarnings("unchecked")
    public V both(V one, V other) {
        return (V)
                Stream.of((List<?>) one, (List<?>) other).flatMap(List::stream).toList();
    }

    /** Whether it is a mapping with any keys. */
    public boolean isMapping() {
        return entries.isPresent();
    }

    /** The value of names and texts; empty if it is no mapping. */
    public Optional<V> of(Map<String, String> texts) {
        return entries.map(reader -> reader.apply(texts));
    }

    public boolean isOfConsumersToo() {
        return ofConsumersToo;
    }

    /** Whether its flag may stand without the value, which is asked for then. */
    public boolean isAskedFor() {
        return askedFor;
    }

    public List<Spelling> spellings() {
        return Collections.unmodifiableList(spellings);
    }

    public V fallback() {
        return fallback;
    }

    /** The default as a file has it; empty = there is none. */
    public Optional<String> defaultText() {
        return List.of(Optional.empty(), List.of()).contains(fallback) ? Optional.empty() : Optional.of(text(fallback));
    }

    Optional<BiFunction<YamlMap, String, Optional<V>>> structure() {
        return structure;
    }

    String text(V value) {
        return writer.apply(value);
    }

    /** All flags that say it, beginning with the one that counts first. */
    public Set<String> allFlags() {
        Set<String> names = new LinkedHashSet<>();
        spellings.forEach(spelling -> names.add(spelling.flag));
        Stream.concat(Stream.of(this), deciders.stream())
                .forEach(setting -> setting.flags.stream().limit(1).forEach(names::add));
        return names;
    }

    /** The keys beside each other that say it, beginning with its own. */
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

    void store(G group, Map<String, Object> map) {
        if (!storedAs.isEmpty() && !Optional.empty().equals(stored.apply(group))) {
            map.put(storedAs, stored.apply(group));
        }
    }

    @Override
    public String toString() {
        return path;
    }
}
