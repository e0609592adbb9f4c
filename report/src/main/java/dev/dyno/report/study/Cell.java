package dev.dyno.report.study;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One combination of the axes' values.
 *
 * @param values the name of a value by the name of its axis, in the order of the axes
 */
public record Cell(Map<String, String> values) {

    /** A copy of the values in which an axis has the given one. */
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
