package dev.dyno.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One combination of the axes' values.
 *
 * @param values the name of a value by the name of its axis, in the order of the axes
 * @param settings what they mean
 */
public record Cell(Map<String, String> values, Map<String, String> settings) {

    public Cell {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    Cell with(Study.Axis axis, Study.Axis.Value value) {
        Map<String, String> moreValues = new LinkedHashMap<>(values);
        moreValues.put(axis.name(), value.name());
        Map<String, String> moreSettings = new LinkedHashMap<>(settings);
        moreSettings.putAll(value.settings());
        return new Cell(moreValues, moreSettings);
    }

    /** For people: {@code broker=rabbitmq messages=500}. */
    public String label() {
        return label(values);
    }

    static String label(Map<String, String> values) {
        return values.entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(" "));
    }
}
