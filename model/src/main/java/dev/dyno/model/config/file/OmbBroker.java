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
 * Content of a driver file of the OpenMessaging Benchmark, collected by the reader of one kind of broker. A key that is not read
 * is noted.
 */
final class OmbBroker {

    final YamlMap root;
    final Map<String, String> properties = new LinkedHashMap<>();
    final List<String> notes = new ArrayList<>();
    String driver = "";
    Optional<String> url = Optional.empty();

    /** Properties that come from that tool's driver, not from the file. */
    private final Set<String> decided = new LinkedHashSet<>();

    private Consumer<DriverTraffic.Parts> trafficDecided = parts -> {};
    private Consumer<DriverTraffic.Parts> trafficSaid = parts -> {};

    OmbBroker(YamlMap root) {
        this.root = root;
    }

    /** Uses Dyno's defaults for values missing in the file, and notes that. */
    void leaveToDyno() {
        properties.keySet().removeAll(decided);
        trafficDecided = parts -> {};
        notes.add("what the file does not say is as Dyno has it"
                + (decided.isEmpty() ? "" : ", also " + String.join(", ", decided)));
    }

    /** Settings of the workload, from the file and from that tool's driver. */
    DriverTraffic traffic() {
        return DriverTraffic.of(trafficDecided.andThen(trafficSaid));
    }

    /** Adds a setting of the workload that comes from that tool's driver. */
    void decide(Consumer<DriverTraffic.Parts> changes) {
        trafficDecided = trafficDecided.andThen(changes);
    }

    /** Adds a setting of the workload that comes from the file. */
    void say(Consumer<DriverTraffic.Parts> changes) {
        trafficSaid = trafficSaid.andThen(changes);
    }

    /** Adds a setting of the workload, from the file if the key is in it. */
    void sayOrDecide(YamlMap map, String key, Consumer<DriverTraffic.Parts> changes) {
        if (map.has(key)) {
            say(changes);
        } else {
            decide(changes);
        }
    }

    /** Adds a property that comes from that tool's driver. */
    void decide(String property, String value) {
        properties.put(property, value);
        decided.add(property);
    }

    /** Adds a property, from the file if the key is in it. */
    void sayOrDecide(YamlMap map, String key, String property, String value) {
        properties.put(property, value);
        if (!map.has(key)) {
            decided.add(property);
        }
    }

    /** Adds a number of the file, or that tool's default. */
    void number(YamlMap map, String key, String property, long otherwise) {
        sayOrDecide(map, key, property, number(map, key, otherwise));
    }

    /** Uses one connection for all producers and consumers of a process, as that tool does. */
    void decideOneConnection() {
        decideConnections(1);
    }

    /** Uses this number of connections for all producers and consumers of a process, as that tool does. */
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

    /** Value of the file, or that tool's default. */
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
