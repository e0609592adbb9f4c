package dev.dyno.model.config.file;

import dev.dyno.model.yaml.YamlMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Content of a driver file of the OpenMessaging Benchmark, gathered by the reader of one kind of broker. A key that nobody asks for
 * is a note.
 */
final class OmbBroker {

    final YamlMap root;
    final Map<String, String> properties = new LinkedHashMap<>();
    final List<String> notes = new ArrayList<>();
    String driver = "";
    Optional<String> url = Optional.empty();

    /** Properties that no key of the file gives: that tool's driver has them so. */
    private final Set<String> decided = new LinkedHashSet<>();

    private Consumer<DriverTraffic.Parts> trafficDecided = parts -> {};
    private Consumer<DriverTraffic.Parts> trafficSaid = parts -> {};

    OmbBroker(YamlMap root) {
        this.root = root;
    }

    /** Leaves to Dyno what the file does not say, and notes it. */
    void leaveToDyno() {
        properties.keySet().removeAll(decided);
        trafficDecided = parts -> {};
        notes.add("what the file does not say is as Dyno has it"
                + (decided.isEmpty() ? "" : ", also " + String.join(", ", decided)));
    }

    /** The settings of the workload, of what the file says and what that tool's driver decides. */
    DriverTraffic traffic() {
        return DriverTraffic.of(trafficDecided.andThen(trafficSaid));
    }

    /** Of the workload, by that tool's driver. */
    void decide(Consumer<DriverTraffic.Parts> changes) {
        trafficDecided = trafficDecided.andThen(changes);
    }

    /** Of the workload, by a key of the file. */
    void say(Consumer<DriverTraffic.Parts> changes) {
        trafficSaid = trafficSaid.andThen(changes);
    }

    /** Of the workload, by the file if the key is in it. */
    void sayOrDecide(YamlMap map, String key, Consumer<DriverTraffic.Parts> changes) {
        if (map.has(key)) {
            say(changes);
        } else {
            decide(changes);
        }
    }

    /** A property, by that tool's driver. */
    void decide(String property, String value) {
        properties.put(property, value);
        decided.add(property);
    }

    /** A property, by the file if the key is in it. */
    void sayOrDecide(YamlMap map, String key, String property, String value) {
        properties.put(property, value);
        if (!map.has(key)) {
            decided.add(property);
        }
    }

    /** A number of the file, or the default of that tool. */
    void number(YamlMap map, String key, String property, long otherwise) {
        sayOrDecide(map, key, property, number(map, key, otherwise));
    }

    /** All producers and consumers of a process of that tool have one connection. */
    void decideOneConnection() {
        decideConnections(1);
    }

    /** All producers and consumers of a process of that tool have these together. */
    void decideConnections(int number) {
        decide(parts -> {
            parts.producerConnections = number;
            parts.consumerConnections = number;
            parts.oneConnection = true;
        });
    }

    static String oneOf(String given, String... allowed) {
        return Stream.of(allowed)
                .filter(word -> word.equalsIgnoreCase(given))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(given + "; must be one of " + String.join(", ", allowed) + "."));
    }

    void text(YamlMap map, String key, String property) {
        map.text(key).filter(text -> !text.isBlank()).ifPresent(text -> properties.put(property, text));
    }

    void number(YamlMap map, String key, String property) {
        if (map.has(key)) {
            properties.put(property, Long.toString(map.number(key, 0, Integer.MAX_VALUE, 1)));
        }
    }

    /** The value in the file, or the default of that tool. */
    static String number(YamlMap map, String key, long otherwise) {
        return Long.toString(map.number(key, 0, Integer.MAX_VALUE, otherwise));
    }

    void flag(YamlMap map, String key, String property) {
        if (map.has(key)) {
            properties.put(property, Boolean.toString(map.flag(key, false)));
        }
    }

    void noteIf(YamlMap map, String prefix, String key, String why) {
        if (map.has(key)) {
            notes.add(prefix + key + " does not apply: " + why);
        }
    }

    void noteOthers(YamlMap map, String prefix) {
        map.others().forEach(key -> notes.add(prefix + key + " is not known here and left out"));
    }
}
