package dev.dyno.app.plan;

import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.Reading;
import dev.dyno.model.config.TargetSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Settings of a target from the keys of a setup. */
final class SetupReading extends Reading {

    /** Prefixes of the keys of a setting that is a mapping. */
    static final Map<LoadSetting<?, ?>, String> PREFIXES =
            Map.of(TargetSettings.KNOBS, "set.", TargetSettings.DRIVER_PROPERTIES, "driver.");

    private final Map<String, String> settings;
    private final Problems problems;

    SetupReading(Map<String, String> settings, Problems problems) {
        this.settings = settings;
        this.problems = problems;
    }

    @Override
    protected <V> Optional<V> value(LoadSetting<?, V> setting) {
        if (!setting.isMapping()) {
            return Optional.of(given(setting)).filter(text -> !text.isBlank()).flatMap(text -> parsed(setting, text));
        }
        String prefix = name(setting);
        Map<String, String> named = new LinkedHashMap<>();
        settings.forEach((key, value) -> {
            if (key.startsWith(prefix) && key.length() > prefix.length()) {
                named.put(key.substring(prefix.length()), value);
            }
        });
        return setting.of(named);
    }

    @Override
    public boolean has(LoadSetting<?, ?> setting) {
        return settings.containsKey(setting.key());
    }

    @Override
    protected String given(LoadSetting<?, ?> setting) {
        return settings.getOrDefault(setting.key(), "");
    }

    @Override
    protected String name(LoadSetting<?, ?> setting) {
        return PREFIXES.getOrDefault(setting, setting.key());
    }

    @Override
    protected void problem(LoadSetting<?, ?> setting, String sentence) {
        problems.add(said(setting, sentence));
    }
}
