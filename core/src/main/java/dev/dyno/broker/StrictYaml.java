package dev.dyno.broker;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One mapping of a YAML file, read key by key. Every error says file, line and column; a key that nobody may ask for is one.
 *
 * <p>On the nodes of snakeyaml-engine rather than by binding: 0.09 s instead of 0.46 s in a cold JVM, which the user would
 * wait for before the broker even starts.
 */
final class StrictYaml {

    private final Path file;
    private final MappingNode mapping;
    private final Map<String, Node> values = new LinkedHashMap<>();

    private StrictYaml(Path file, Node node) throws BrokerException {
        this.file = file;
        if (!(node instanceof MappingNode map)) {
            throw error(node, "must be a mapping of keys to values.");
        }
        mapping = map;
        for (NodeTuple tuple : map.getValue()) {
            String key = scalar(tuple.getKeyNode());
            if (values.put(key, tuple.getValueNode()) != null) {
                throw error(tuple.getKeyNode(), "'" + key + "' is given twice.");
            }
        }
    }

    private StrictYaml(Path file, MappingNode mapping, Map<String, Node> values) {
        this.file = file;
        this.mapping = mapping;
        this.values.putAll(values);
    }

    static StrictYaml read(Path file) throws BrokerException {
        LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            Optional<Node> root = new Compose(settings).composeReader(reader);
            return new StrictYaml(file, root.orElseThrow(() -> new BrokerException(file + ":1:1: the file is empty.")));
        } catch (MarkedYamlEngineException e) {
            throw new BrokerException(position(file, e.getProblemMark()) + "not YAML: " + e.getProblem() + ".", e);
        } catch (IOException | YamlEngineException e) {
            throw new BrokerException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Must be called first: any other key is an error. */
    StrictYaml allow(List<String> keys) throws BrokerException {
        for (NodeTuple tuple : mapping.getValue()) {
            String key = scalar(tuple.getKeyNode());
            if (!keys.contains(key)) {
                throw error(
                        tuple.getKeyNode(),
                        "unknown key '" + key + "'; must be one of " + String.join(", ", keys) + ".");
            }
        }
        return this;
    }

    List<String> keys() {
        return List.copyOf(values.keySet());
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    String text(String key) throws BrokerException {
        return scalar(required(key));
    }

    Optional<String> optionalText(String key) throws BrokerException {
        Node node = values.get(key);
        return node == null ? Optional.empty() : Optional.of(scalar(node));
    }

    /** Empty when the key is missing. */
    List<String> texts(String key) throws BrokerException {
        List<String> texts = new ArrayList<>();
        Node node = values.get(key);
        if (node == null) {
            return texts;
        }
        if (!(node instanceof SequenceNode sequence)) {
            throw error(node, key + ": must be a list.");
        }
        for (Node element : sequence.getValue()) {
            texts.add(scalar(element));
        }
        return texts;
    }

    StrictYaml map(String key) throws BrokerException {
        return new StrictYaml(file, required(key));
    }

    /** The mappings of a list; none when the key is missing. */
    List<StrictYaml> maps(String key) throws BrokerException {
        List<StrictYaml> maps = new ArrayList<>();
        Node node = values.get(key);
        if (node == null) {
            return maps;
        }
        if (!(node instanceof SequenceNode sequence)) {
            throw error(node, key + ": must be a list.");
        }
        for (Node element : sequence.getValue()) {
            maps.add(new StrictYaml(file, element));
        }
        return maps;
    }

    /** With the keys of the other mapping, which win. */
    StrictYaml overlaid(StrictYaml over) {
        StrictYaml both = new StrictYaml(file, mapping, values);
        both.values.putAll(over.values);
        return both;
    }

    /** As if the key were not there. */
    StrictYaml without(String key) {
        StrictYaml fewer = new StrictYaml(file, mapping, values);
        fewer.values.remove(key);
        return fewer;
    }

    /** An error about the value of a key, or about the whole mapping if it has no such key. */
    BrokerException error(String key, String message) {
        return error(values.getOrDefault(key, mapping), key.isEmpty() ? message : key + ": " + message);
    }

    private Node required(String key) throws BrokerException {
        Node node = values.get(key);
        if (node == null) {
            throw error(mapping, "the key '" + key + "' is missing.");
        }
        return node;
    }

    private String scalar(Node node) throws BrokerException {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw error(node, "must be a single value.");
    }

    private BrokerException error(Node node, String message) {
        return new BrokerException(position(file, node.getStartMark()) + message);
    }

    private static String position(Path file, Optional<Mark> mark) {
        return file
                + mark.map(m -> ":" + (m.getLine() + 1) + ":" + (m.getColumn() + 1))
                        .orElse("") + ": ";
    }
}
