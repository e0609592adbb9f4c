package dev.dyno.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The values of a resolved workload by their paths, and where each came from. */
final class Origins {

    /** Nobody has said anything. */
    static final String DEFAULT = "default";

    private final Map<String, String> origins = new LinkedHashMap<>();
    private Map<String, String> values;

    Origins(Map<String, String> values, Function<String, String> origin) {
        this.values = values;
        values.keySet().forEach(path -> origins.put(path, origin.apply(path)));
    }

    /** Something has had its say after that: what is different now came from it. */
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
