package dev.dyno.report.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One combination of the axes' values.
 *
 * @param values the name of a value by the name of its axis, in the order of the axes
 * @param settings settings of these values
 */
public record Cell(Map<String, String> values, Map<String, String> settings) {

    public Cell {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /**
     * The cell of these values, with the settings of the axes one after the other: first those that always apply, then those that
     * depend on other values.
     *
     * @param values one of each axis
     */
    static Cell of(List<Study.Axis> axes, Map<String, String> values) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (Study.Axis axis : axes) {
            for (Study.Axis.Value value : axis.values()) {
                if (value.name().equals(values.get(axis.name()))) {
                    settings.putAll(value.settings());
                    value.only().stream()
                            .filter(only ->
                                    values.entrySet().containsAll(only.with().entrySet()))
                            .forEach(only -> settings.putAll(only.settings()));
                }
            }
        }
        return new Cell(values, settings);
    }

    /** The values and one more, or another one of an axis. */
    static Map<String, String> with(Map<String, String> values, String axis, String value) {
        Map<String, String> all = new LinkedHashMap<>(values);
        all.put(axis, value);
        return all;
    }

    /** Label for users: {@code broker=rabbitmq messages=500}. */
    static String label(Map<String, String> values) {
        return values.entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(" "));
    }
}
