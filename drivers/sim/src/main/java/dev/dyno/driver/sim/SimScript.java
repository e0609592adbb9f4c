package dev.dyno.driver.sim;

import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.SettingList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The behaviour of a simulated broker: the value of each setting of {@link ScriptReader} that was given or has a default. Its
 * users copy the values into fields, because a look-up for each message would take time.
 */
record SimScript(Map<Setting<?>, Object> values) {

    static SimScript of(SettingList settings, SettingValues given) {
        Map<Setting<?>, Object> values = new HashMap<>();
        settings.forEach(setting -> effective(setting, given).ifPresent(value -> values.put(setting, value)));
        return new SimScript(values);
    }

    private static <T> Optional<T> effective(Setting<T> setting, SettingValues given) {
        return given.given(setting).or(() -> setting.defaultText().map(setting::parse));
    }

    /** Value of a setting that has a default. */
    <T> T get(Setting<T> setting) {
        return given(setting).orElseThrow();
    }

    @SuppressWarnings("unchecked") // Each value was parsed by its setting.
    <T> Optional<T> given(Setting<T> setting) {
        return Optional.ofNullable((T) values.get(setting));
    }
}
