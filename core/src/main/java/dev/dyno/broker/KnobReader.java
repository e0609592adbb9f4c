package dev.dyno.broker;

import dev.dyno.yaml.YamlMap;
import java.util.List;
import java.util.Optional;

/** From an entry under {@code knobs} to a {@link Knob}, strictly. */
final class KnobReader {

    private static final List<String> KEYS =
            List.of("description", "type", "allowed", "default", "min", "secret", "needs", "since");

    private KnobReader() {}

    /** @param all the names of all knobs of the recipe */
    static Knob read(String name, YamlMap yaml, List<String> all) {
        yaml.allow(KEYS);
        yaml.required("type");
        Optional<Knob.Type> type = yaml.choice("type", Knob.Type.class);
        Knob knob = new Knob(
                name,
                yaml.required("description"),
                type.orElse(Knob.Type.TEXT),
                yaml.texts("allowed"),
                yaml.text("default"),
                yaml.number("min", Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE),
                yaml.flag("secret", false),
                yaml.texts("needs"),
                yaml.text("since"));
        // Without its type, nothing can be said of the rest.
        if (type.isPresent()) {
            check(knob, yaml, all);
        }
        return knob;
    }

    private static void check(Knob knob, YamlMap yaml, List<String> all) {
        if ((knob.type() == Knob.Type.CHOICE) == knob.allowed().isEmpty()) {
            yaml.problem("allowed", "must list the values of a choice, and stand nowhere else.");
        }
        for (String needed : knob.needs()) {
            if (knob.type() != Knob.Type.BOOLEAN || !all.contains(needed)) {
                yaml.problem("needs", "must list knobs of this recipe that a boolean one needs when it is true.");
            }
        }
        Optional<String> value = knob.defaultValue();
        // A choice without its values has been refused above.
        if (value.isPresent()
                && !(knob.type() == Knob.Type.CHOICE && knob.allowed().isEmpty())) {
            try {
                knob.checked(value.get());
            } catch (BrokerException e) {
                yaml.problem("default", String.valueOf(e.getMessage()));
            }
        }
    }
}
