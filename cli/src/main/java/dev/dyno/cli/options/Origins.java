package dev.dyno.cli.options;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Values of a resolved workload by their paths, each with its origin. */
final class Origins {

    /** Origin of values that were not given. */
    static final String DEFAULT = "default";

    private final Map<String, String> origins = new LinkedHashMap<>();
    private Map<String, String> values;

    Origins(Map<String, String> values, Function<String, String> origin) {
        this.values = values;
        values.keySet().forEach(path -> origins.put(path, origin.apply(path)));
    }

    /** Notes the values after a step; those that have changed get its origin. */
    void changed(Map<String, String> after, String origin) {
        after.forEach((path, value) -> {
            if (!value.equals(values.get(path))) {
                origins.put(path, origin);
            }
        });
        values = after;
    }

    Map<String, String> values() {
        return values;
    }

    String of(String path) {
        return origins.getOrDefault(path, DEFAULT);
    }
}
