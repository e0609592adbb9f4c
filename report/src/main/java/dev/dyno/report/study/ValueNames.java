package dev.dyno.report.study;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads values of axes by their names, in any order: {@code get 100000}, or {@code fetch=get messages=100000}. */
final class ValueNames {

    private ValueNames() {}

    /**
     * The named values by axis.
     *
     * @param axes names of all values by axis
     * @throws IllegalArgumentException with a sentence
     */
    static Map<String, String> parse(String names, Map<String, Set<String>> axes) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String name : names.isBlank() ? new String[0] : names.strip().split("\\s+", -1)) {
            Map<String, String> found = new LinkedHashMap<>();
            axes.forEach((axis, values) -> values.stream()
                    .filter(value -> name.equals(value) || name.equals(axis + "=" + value))
                    .forEach(value -> found.put(axis, value)));
            if (found.size() != 1) {
                throw new IllegalArgumentException(name
                        + (found.isEmpty()
                                ? " is no value of an axis; must be one of " + choices(axes) + "."
                                : " is a value of " + String.join(" and of ", found.keySet())
                                        + ". Write it with its axis, like "
                                        + found.keySet().iterator().next() + "=" + name + "."));
            }
            found.forEach((axis, value) -> {
                if (all.put(axis, value) != null) {
                    throw new IllegalArgumentException("has two values of " + axis + ". Leave one of them out.");
                }
            });
        }
        return all;
    }

    private static String choices(Map<String, Set<String>> axes) {
        return axes.entrySet().stream()
                .map(axis -> axis.getKey() + ": " + String.join(", ", axis.getValue()))
                .collect(Collectors.joining("; "));
    }
}
