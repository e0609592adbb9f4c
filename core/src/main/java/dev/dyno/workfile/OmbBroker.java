package dev.dyno.workfile;

import dev.dyno.yaml.YamlMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads the part of a driver file of the OpenMessaging Benchmark that is about one kind of broker. A key that nobody asks for is a note. */
abstract class OmbBroker {

    final YamlMap root;
    final Map<String, String> properties = new LinkedHashMap<>();
    final List<String> notes = new ArrayList<>();
    String driver = "";
    Optional<String> url = Optional.empty();
    DriverTraffic traffic = DriverTraffic.AS_IT_IS;

    OmbBroker(YamlMap root) {
        this.root = root;
    }

    /** Reads all keys of the file but {@code name} and {@code driverClass}. */
    abstract void read();

    /** Of brokers to which all producers and consumers of a process of that tool have one connection. */
    static DriverTraffic ofOneConnection(Consumer<DriverTraffic.Parts> changes) {
        return DriverTraffic.of(parts -> {
            parts.producerConnections = 1;
            parts.consumerConnections = 1;
            parts.oneConnection = true;
            changes.accept(parts);
        });
    }

    static String oneOf(String given, String... allowed) {
        return Stream.of(allowed)
                .filter(word -> word.equalsIgnoreCase(given))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(given + "; must be one of " + String.join(", ", allowed) + "."));
    }

    final void text(YamlMap map, String key, String property) {
        map.text(key).filter(text -> !text.isBlank()).ifPresent(text -> properties.put(property, text));
    }

    final void number(YamlMap map, String key, String property) {
        if (map.has(key)) {
            properties.put(property, Long.toString(map.number(key, 0, Integer.MAX_VALUE, 1)));
        }
    }

    /** The value in the file, or the default of that tool. */
    static String number(YamlMap map, String key, long otherwise) {
        return Long.toString(map.number(key, 0, Integer.MAX_VALUE, otherwise));
    }

    final void flag(YamlMap map, String key, String property) {
        if (map.has(key)) {
            properties.put(property, Boolean.toString(map.flag(key, false)));
        }
    }

    final void noteIf(YamlMap map, String prefix, String key, String why) {
        if (map.has(key)) {
            notes.add(prefix + key + " does not apply: " + why);
        }
    }

    final void noteOthers(YamlMap map, String prefix) {
        map.others().forEach(key -> notes.add(prefix + key + " is not known here and left out"));
    }
}
