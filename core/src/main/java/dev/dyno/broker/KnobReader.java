package dev.dyno.broker;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** From an entry under {@code knobs} to a {@link Knob}, strictly. */
final class KnobReader {

    private static final List<String> KEYS =
            List.of("description", "type", "allowed", "default", "min", "secret", "needs", "since");

    private KnobReader() {}

    /** @param all the names of all knobs of the recipe */
    static Knob read(String name, StrictYaml entry, List<String> all) throws BrokerException {
        StrictYaml yaml = entry.allow(KEYS);
        Knob.Type type = type(yaml);
        if ((type == Knob.Type.CHOICE) == yaml.texts("allowed").isEmpty()) {
            throw yaml.error("allowed", "must list the values of a choice, and stand nowhere else.");
        }
        for (String needed : yaml.texts("needs")) {
            if (type != Knob.Type.BOOLEAN || !all.contains(needed)) {
                throw yaml.error("needs", "must list knobs of this recipe that a boolean one needs when it is true.");
            }
        }
        Knob knob = new Knob(
                name,
                yaml.text("description"),
                type,
                yaml.texts("allowed"),
                yaml.optionalText("default"),
                min(yaml),
                yaml.optionalText("secret").filter("true"::equals).isPresent(),
                yaml.texts("needs"),
                yaml.optionalText("since"));
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
                        .map(KnobReader::word)
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
