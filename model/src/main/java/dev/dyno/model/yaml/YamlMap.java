package dev.dyno.model.yaml;

import dev.dyno.driver.setting.NearName;
import dev.dyno.driver.setting.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Mapping of a {@link YamlFile}, read key by key. Reading a key makes it a known one; {@link #refuseOthers} then reports all
 * others.
 *
 * <p>Assumptions and guarantees: one thread. Nothing throws; see {@link YamlFile}.
 */
public final class YamlMap {

    private final YamlFile file;
    private final String path;
    private final @Nullable MappingNode mapping;
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Set<String> asked = new LinkedHashSet<>();

    YamlMap(YamlFile file, String path, @Nullable MappingNode mapping) {
        this.file = file;
        this.path = path;
        this.mapping = mapping;
        if (mapping != null) {
            mapping.getValue().forEach(this::take);
        }
    }

    private YamlMap(YamlMap other) {
        file = other.file;
        path = other.path;
        mapping = other.mapping;
        keys.putAll(other.keys);
        values.putAll(other.values);
    }

    static YamlMap empty(YamlFile file) {
        return new YamlMap(file, "", null);
    }

    private void take(NodeTuple tuple) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
            file.problem(tuple.getKeyNode(), "a key must be a single word.");
        } else if (keys.putIfAbsent(key.getValue(), key) != null) {
            file.problem(key, "'" + key.getValue() + "' is given twice; leave one of them out.");
        } else {
            values.put(key.getValue(), tuple.getValueNode());
        }
    }

    /** Keys of the mapping, in the order of the file. */
    public List<String> keys() {
        return List.copyOf(values.keySet());
    }

    /** Whether the key has a value; {@code ~} counts as none. */
    public boolean has(String key) {
        asked.add(key);
        return value(key) != null;
    }

    private @Nullable Node value(String key) {
        asked.add(key);
        Node node = values.get(key);
        return node != null && isAbsent(node) ? null : node;
    }

    static boolean isAbsent(Node node) {
        return node instanceof ScalarNode scalar
                && scalar.isPlain()
                && Set.of("", "~", "null").contains(scalar.getValue());
    }

    /** Whether the value is a mapping, for a key that also allows other values. */
    public boolean isMap(String key) {
        return value(key) instanceof MappingNode;
    }

    /** The value, if any. */
    public Optional<String> text(String key) {
        Node node = value(key);
        if (node == null) {
            return Optional.empty();
        }
        return scalar(key, node);
    }

    private Optional<String> scalar(String key, Node node) {
        return scalar(node, key + ": must be a single value, not a " + kind(node) + ".");
    }

    private Optional<String> scalar(Node node, String otherwise) {
        if (node instanceof ScalarNode scalar) {
            return Optional.of(scalar.getValue());
        }
        file.problem(node, otherwise);
        return Optional.empty();
    }

    /** The value, which is required; empty after a problem. */
    public String required(String key) {
        return isThere(key) ? text(key).orElse("") : "";
    }

    /** The mapping, which is required; one without keys after a problem. */
    public YamlMap requiredMap(String key) {
        return isThere(key) ? mapOrEmpty(key) : empty(file);
    }

    private boolean isThere(String key) {
        if (!has(key)) {
            problemAt(mapping, "the key '" + key + "' is missing.");
        }
        return has(key);
    }

    /**
     * The parsed value, if any.
     *
     * @param parser throws {@link IllegalArgumentException} with a sentence: what was given, what is allowed
     */
    public <T> Optional<T> parse(String key, Function<String, T> parser) {
        return text(key).flatMap(text -> {
            try {
                return Optional.of(parser.apply(text.strip()));
            } catch (IllegalArgumentException e) {
                problem(key, String.valueOf(e.getMessage()));
                return Optional.empty();
            }
        });
    }

    /** A whole number from {@code min} to {@code max}; {@code otherwise} if there is no value, or after a problem. */
    public long number(String key, long min, long max, long otherwise) {
        return parse(key, ValueType.whole(min, max)::parse).orElse(otherwise);
    }

    /** {@code true} or {@code false}; {@code otherwise} if there is no value, or after a problem. */
    public boolean flag(String key, boolean otherwise) {
        return parse(key, ValueType.flag()::parse).orElse(otherwise);
    }

    /** One of the names of an enum, in lower case with dashes. */
    public <E extends Enum<E>> E choice(String key, Class<E> type, E otherwise) {
        return choice(key, type).orElse(otherwise);
    }

    /** One of the names of an enum, in lower case with dashes; empty if there is no value, or another word. */
    public <E extends Enum<E>> Optional<E> choice(String key, Class<E> type) {
        return parse(key, ValueType.choice(type)::parse);
    }

    /** Values of a list, or a single value without a list. */
    public List<String> texts(String key) {
        return elements(key).stream().flatMap(one -> scalar(key, one).stream()).toList();
    }

    /** @param expectation of each value, in words that follow "must be" */
    public List<String> texts(String key, String expectation) {
        return elements(key).stream()
                .flatMap(one -> scalar(one, key + ": is a " + kind(one) + "; must be " + expectation + ".").stream())
                .toList();
    }

    private List<Node> elements(String key) {
        Node node = value(key);
        if (node == null) {
            return List.of();
        }
        return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
    }

    /** The mapping, if any. */
    public Optional<YamlMap> map(String key) {
        Node node = value(key);
        return node == null ? Optional.empty() : map(key, node);
    }

    /** The mapping, or one without keys. */
    public YamlMap mapOrEmpty(String key) {
        return map(key).orElseGet(() -> empty(file));
    }

    private Optional<YamlMap> map(String key, Node node) {
        if (node instanceof MappingNode inner) {
            return Optional.of(new YamlMap(file, key, inner));
        }
        file.problem(node, key + ": must be a mapping of keys to values, not a " + kind(node) + ".");
        return Optional.empty();
    }

    /** Mappings of a list, or a single mapping without a list. */
    public List<YamlMap> maps(String key) {
        List<YamlMap> maps = new ArrayList<>();
        for (Node element : elements(key)) {
            map(key, element).ifPresent(maps::add);
        }
        return maps;
    }

    /** Keys and values of a mapping with free keys; empty if there is none. */
    public Map<String, String> entries(String key) {
        return mapOrEmpty(key).entries();
    }

    /** All keys and values of a mapping with free keys. */
    public Map<String, String> entries() {
        Map<String, String> entries = new LinkedHashMap<>();
        keys().forEach(key -> text(key).ifPresent(text -> entries.put(key, text)));
        return entries;
    }

    /** A copy with the keys of another mapping of the file. The value of the other mapping counts if both have a key. */
    public YamlMap overlaid(YamlMap over) {
        YamlMap both = new YamlMap(this);
        both.keys.putAll(over.keys);
        both.values.putAll(over.values);
        return both;
    }

    /**
     * This mapping with overridden values. The overrides change the tree of the file, so code that also needs the file's own
     * values reads it twice. An override that does not fit is reported as a problem.
     */
    public YamlMap overridden(List<YamlOverride> overrides) {
        if (mapping == null || overrides.isEmpty()) {
            return this;
        }
        for (YamlOverride override : overrides) {
            TreeEdit.apply(mapping, override).ifPresent(sentence -> file.problem(override, sentence));
        }
        return new YamlMap(file, path, mapping);
    }

    public YamlMap without(String key) {
        YamlMap fewer = new YamlMap(this);
        fewer.keys.remove(key);
        fewer.values.remove(key);
        return fewer;
    }

    /** Reports the keys that are not allowed and have not been read. */
    public void allow(List<String> allowed) {
        asked.addAll(allowed);
        refuseOthers();
    }

    /** Reports the keys that have not been read. */
    public void refuseOthers() {
        keys.forEach((key, node) -> {
            if (!asked.contains(key)) {
                file.problem(
                        node,
                        "unknown key '" + key + "'; must be one of " + String.join(", ", asked) + "."
                                + NearName.question(key, asked));
            }
        });
    }

    /** The keys that have not been read, without reporting them. */
    public List<String> others() {
        return keys.keySet().stream().filter(key -> !asked.contains(key)).toList();
    }

    /** Reports an error in the value of a key or, if the key is missing, in the mapping. */
    public void problem(String key, String message) {
        Node node = values.get(key);
        problemAt(node == null ? mapping : node, behindKey(key, message));
    }

    /** Text of the report that {@link #problem(String, String)} makes, for code that checks a value after the file was read. */
    public String said(String key, String message) {
        Optional<Mark> mark = Optional.ofNullable(values.get(key)).flatMap(Node::getStartMark);
        return file.problemAt(mark, behindKey(key, message)).toString();
    }

    private String behindKey(String key, String message) {
        return wordFor(key).isPresent() ? message : key + ": " + message;
    }

    /** Name of the key as the user gave it: the flag or other word that overrides it, or else the key itself. */
    public String nameOf(String key) {
        return wordFor(key).orElse(key);
    }

    private Optional<String> wordFor(String key) {
        return Optional.ofNullable(values.get(key)).flatMap(file::broughtBy).filter(place -> !place.contains("="));
    }

    /** Reports an error in the mapping as a whole. */
    public void problem(String message) {
        problemAt(mapping, path.isEmpty() ? message : path + ": " + message);
    }

    private void problemAt(@Nullable Node node, String message) {
        // A file that could not be read has been reported already.
        if (node != null) {
            file.problem(node, message);
        }
    }

    static String kind(Node node) {
        return node instanceof SequenceNode ? "list" : node instanceof MappingNode ? "mapping" : "single value";
    }
}
