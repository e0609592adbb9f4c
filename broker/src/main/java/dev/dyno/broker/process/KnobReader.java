package dev.dyno.broker.process;

import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.Setting.Decides;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.yaml.YamlMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads an entry under {@code knobs} into a {@link Knob}, strictly. */
final class KnobReader {

    private static final List<String> KEYS =
            List.of("description", "type", "allowed", "default", "min", "secret", "needs", "since", "decides");

    private KnobReader() {}

    /** @param all names of all knobs of the recipe */
    static Knob read(String name, YamlMap yaml, List<String> all) {
        yaml.allow(KEYS);
        yaml.required("type");
        Optional<Knob.Type> type = yaml.choice("type", Knob.Type.class);
        List<String> allowed = yaml.texts("allowed");
        Setting<String> setting = Setting.of(
                        name,
                        type.orElse(Knob.Type.TEXT)
                                .kind(allowed, yaml.number("min", Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE)),
                        yaml.required("description"))
                .deciding(decides(yaml));
        boolean secret = yaml.flag("secret", false);
        List<String> needs = yaml.texts("needs");
        Optional<String> since = yaml.text("since");
        Optional<String> otherwise = yaml.text("default");
        if (type.isPresent()) {
            check(type.get(), allowed, needs, yaml, all);
            // A choice without values has been reported already.
            if (otherwise.isPresent() && !(type.get() == Knob.Type.CHOICE && allowed.isEmpty())) {
                setting = withDefault(setting, otherwise.get(), yaml);
            }
        }
        return new Knob(secret ? setting.hidden() : setting, type.orElse(Knob.Type.TEXT), needs, since);
    }

    private static Decides[] decides(YamlMap yaml) {
        List<Decides> decides = new ArrayList<>();
        for (String word : yaml.texts("decides")) {
            try {
                decides.add(ValueType.choice(Decides.class).parse(word));
            } catch (IllegalArgumentException e) {
                yaml.problem("decides", String.valueOf(e.getMessage()));
            }
        }
        return decides.toArray(Decides[]::new);
    }

    private static Setting<String> withDefault(Setting<String> setting, String text, YamlMap yaml) {
        try {
            return setting.defaultText(text);
        } catch (IllegalArgumentException e) {
            yaml.problem("default", setting.name() + ": " + e.getMessage());
            return setting;
        }
    }

    private static void check(
            Knob.Type type, List<String> allowed, List<String> needs, YamlMap yaml, List<String> all) {
        if ((type == Knob.Type.CHOICE) == allowed.isEmpty()) {
            yaml.problem("allowed", "must list the values of a choice, and stand nowhere else.");
        }
        for (String needed : needs) {
            if (type != Knob.Type.BOOLEAN || !all.contains(needed)) {
                yaml.problem("needs", "must list knobs of this recipe that a boolean one needs when it is true.");
            }
        }
    }
}
