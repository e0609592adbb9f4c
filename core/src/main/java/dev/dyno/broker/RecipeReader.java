package dev.dyno.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** From {@code recipe.yaml} to {@link Recipe}, strictly. */
final class RecipeReader {

    private static final List<String> RECIPE_KEYS = List.of(
            "description", "version", "jars", "main", "jvm", "arguments", "templates", "urls", "ready-within", "knobs");
    private static final List<String> KNOB_KEYS = List.of("description", "type", "allowed", "default", "min", "secret");

    private RecipeReader() {}

    static Recipe read(String name, Path file) throws BrokerException {
        StrictYaml yaml = StrictYaml.read(file).allow(RECIPE_KEYS);
        return new Recipe(
                name,
                yaml.text("description"),
                yaml.text("version"),
                Path.of(yaml.text("jars")),
                yaml.text("main"),
                yaml.texts("jvm"),
                yaml.texts("arguments"),
                yaml.texts("templates"),
                knobs(yaml.map("knobs")),
                urls(yaml.map("urls")),
                Duration.ofNanos(readyWithin(yaml)),
                file.toAbsolutePath().resolveSibling(""));
    }

    private static long readyWithin(StrictYaml yaml) throws BrokerException {
        return Quantity.nanos(yaml.text("ready-within"))
                .filter(nanos -> nanos > 0)
                .orElseThrow(() -> yaml.error("ready-within", "must be a duration such as 30s."));
    }

    private static Map<String, String> urls(StrictYaml yaml) throws BrokerException {
        Map<String, String> urls = new LinkedHashMap<>();
        for (String driver : yaml.keys()) {
            urls.put(driver, yaml.text(driver));
        }
        return Collections.unmodifiableMap(urls);
    }

    private static Map<String, Knob> knobs(StrictYaml yaml) throws BrokerException {
        Map<String, Knob> knobs = new LinkedHashMap<>();
        for (String name : yaml.keys()) {
            if (Placeholders.PROVIDED.contains(name)) {
                throw yaml.error(name, "is the name of a placeholder that every template has; choose another.");
            }
            knobs.put(name, knob(name, yaml.map(name).allow(KNOB_KEYS)));
        }
        return Collections.unmodifiableMap(knobs);
    }

    private static Knob knob(String name, StrictYaml yaml) throws BrokerException {
        Knob.Type type = type(yaml);
        if ((type == Knob.Type.CHOICE) == yaml.texts("allowed").isEmpty()) {
            throw yaml.error("allowed", "must list the values of a choice, and stand nowhere else.");
        }
        Knob knob = new Knob(
                name,
                yaml.text("description"),
                type,
                yaml.texts("allowed"),
                yaml.optionalText("default"),
                min(yaml),
                yaml.optionalText("secret").filter("true"::equals).isPresent());
        Optional<String> value = knob.defaultValue();
        if (value.isPresent()) {
            try {
                knob.checked(value.get());
            } catch (BrokerException e) {
                throw yaml.error("default", String.valueOf(e.getMessage()));
            }
        }
        return knob;
    }

    private static Knob.Type type(StrictYaml yaml) throws BrokerException {
        String given = yaml.text("type");
        for (Knob.Type type : Knob.Type.values()) {
            if (word(type).equals(given)) {
                return type;
            }
        }
        throw yaml.error(
                "type",
                Arrays.stream(Knob.Type.values())
                        .map(RecipeReader::word)
                        .collect(Collectors.joining(", ", given + "; must be one of ", ".")));
    }

    private static String word(Knob.Type type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static long min(StrictYaml yaml) throws BrokerException {
        Optional<String> given = yaml.optionalText("min");
        return given.isEmpty()
                ? Long.MIN_VALUE
                : Quantity.whole(given.get()).orElseThrow(() -> yaml.error("min", "must be a whole number."));
    }
}
